import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { interfaces } from '../openapi/interfaces.ts'

const own = join(import.meta.dirname, 'reference')
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const swaggerUiFiles = ['swagger-ui.css', 'swagger-ui-bundle.js']
const repository = join(import.meta.dirname, '..', '..')

/** The OpenAPI documents, and `/docs/` which renders them, without requests to other hosts. */
export function apiReference() {
  const router = express.Router()
  for (const file of Object.keys(interfaces))
    router.get(`/${file}`, (_req, res) => res.sendFile(file, { root: repository }))
  for (const file of swaggerUiFiles)
    router.get(`/docs/${file}`, (_req, res) => res.sendFile(file, { root: swaggerUi, maxAge: '1 day' }))
  router.use('/docs', express.static(own))
  return router
}
