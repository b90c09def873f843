import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'

const pages = join(import.meta.dirname, 'reference')
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const swaggerUiFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const repository = join(import.meta.dirname, '..', '..')

/** `/openapi.json`, and `/docs/` which renders it, without requests to other hosts. */
export function apiReference() {
  const router = express.Router()
  router.get('/openapi.json', (_req, res) => res.sendFile('openapi.json', { root: repository }))
  for (const file of swaggerUiFiles)
    router.get(`/docs/${file}`, (_req, res) => res.sendFile(file, { root: swaggerUi, maxAge: '1 day' }))
  router.use('/docs', express.static(pages))
  return router
}
