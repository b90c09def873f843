import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type RequestHandler, type Router } from 'express'
import helmet from 'helmet'
import { pagePolicy } from './page-files.ts'

const built = join(import.meta.dirname, '..', '..', 'ops', 'console', 'dist')

/** The console: its files, cached for good because their names carry a hash, and one document for every other path. */
export function consoleFiles(folder = built): Router {
  const pages = express.Router()
  pages.use(helmet({ contentSecurityPolicy: consolePolicy, strictTransportSecurity: false }))
  const assets = join(folder, 'assets')
  pages.get(/^\/assets\/[\w.-]+$/, compressed(folder))
  pages.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', index: false }))
  // A name with a dot is a file's, or a throttle key's, such as an address.
  pages.get(/^\/(?!api\/|trpc\/)(throttles\/\w+\/[^/]+|[^.]*)$/, (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    if (existsSync(join(folder, 'index.html'))) res.sendFile('index.html', { root: folder })
    else res.status(503).type('text').send(notBuilt)
  })
  return pages
}

const endings = { br: '.br', gzip: '.gz' } as const

/** Serves the compressed copy of a file, made by the console's build, if the browser accepts it. */
const compressed =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    res.vary('Accept-Encoding')
    const encoding = (['br', 'gzip'] as const).find((known) => req.acceptsEncodings(known))
    const copy = encoding && req.path + endings[encoding]
    if (copy && existsSync(join(folder, copy))) {
      res.type(extname(req.path)).setHeader('Content-Encoding', encoding)
      req.url = copy
    }
    next()
  }

/** Only the console's own scripts; no requests to other origins. The components set styles inline. */
const consolePolicy = pagePolicy({
  styleSrc: ["'self'", "'unsafe-inline'"],
  formAction: ["'self'"],
  fontSrc: ["'self'"],
  // Large Excel files are compressed by a worker of the library's own.
  workerSrc: ['blob:'],
})

const notBuilt = `The operators' console has not been built.

Run "npm run build:console" where the development packages are installed, then reload this page.
/livez, /readyz and /metrics work without it.
`
