import { join } from 'node:path'
import express from 'express'

const files = join(import.meta.dirname, 'pages')
const console = join(import.meta.dirname, '..', '..', 'ops', 'console')

/** What the pages outside the console share: their look, and the console's icon. */
export function pageFiles() {
  const router = express.Router()
  // Browsers request /favicon.ico unasked, for example beside /metrics.
  router.get(['/pages/icon.svg', '/favicon.ico'], (_req, res) =>
    res.sendFile('icon.svg', { root: console, maxAge: '1 day' }),
  )
  router.use('/pages', express.static(files, { index: false }))
  return router
}

const self = ["'self'"]
const none = ["'none'"]

/** Pages load only what the ops port serves. */
export const pagePolicy = (exceptions: Record<string, string[]> = {}) => ({
  useDefaults: false,
  directives: {
    ...{ defaultSrc: none, scriptSrc: self, styleSrc: self, imgSrc: ["'self'", 'data:'], connectSrc: self },
    ...{ objectSrc: none, baseUri: none, formAction: none, frameAncestors: none, ...exceptions },
  },
})
