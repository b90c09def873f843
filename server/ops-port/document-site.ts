import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import helmet from 'helmet'
import { pagePolicy } from './page-files.ts'

const built = join(import.meta.dirname, '..', '..', 'ops', 'docs', 'dist')

/** The documents as a site, as `npm run docs` has built it. */
export function documentSite(folder = built) {
  const none = join(folder, '404.html')
  const files = express.static(folder, { extensions: ['html'] })
  return express.Router().use('/docs/site', helmet.contentSecurityPolicy(policy), files, (_req, res) => {
    if (existsSync(none)) res.status(404).sendFile(none)
    else res.status(503).type('text').send(notBuilt)
  })
}

/** Highlighted code has its colours inline. */
const policy = pagePolicy({ styleSrc: ["'self'", "'unsafe-inline'"] })

const notBuilt = `The documents have not been built.

Run "npm run docs" in the project's folder, then reload this page. They can also be read there, in docs/.
`
