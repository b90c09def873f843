import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'

const own = join(import.meta.dirname, 'reference')
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const fromViewer = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const repository = join(import.meta.dirname, '..', '..')

/** `/openapi.json`, and `/docs/` which shows it: all of it from this machine. */
export function apiReference() {
  const router = express.Router()
  router.get('/openapi.json', (_req, res) => res.sendFile('openapi.json', { root: repository }))
  for (const file of fromViewer)
    router.get(`/docs/${file}`, (_req, res) => res.sendFile(file, { root: viewer, maxAge: '1 day' }))
  router.use('/docs', express.static(own))
  return router
}
