import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { interfaces } from '../openapi/interfaces.ts'

const own = join(import.meta.dirname, 'reference')
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const swaggerUiFiles = ['swagger-ui.css', 'swagger-ui-bundle.js']
const repository = join(import.meta.dirname, '..', '..')

/** The pages by their documents. */
const pages = [
  { document: 'openapi.json', path: '/docs/', title: 'Service API' },
  { document: 'openapi-planning.json', path: '/docs/planning.html', title: 'Planning API' },
  { document: 'openapi-integration.json', path: '/docs/integration.html', title: 'Integration API' },
]

/** The OpenAPI documents, and `/docs/` which renders them, without requests to other hosts. */
export function apiReference() {
  const router = express.Router()
  for (const file of Object.keys(interfaces))
    router.get(`/${file}`, (_req, res) => res.sendFile(file, { root: repository }))
  for (const page of pages) router.get(page.path, (_req, res) => void res.type('html').send(pageOf(page)))
  for (const file of swaggerUiFiles)
    router.get(`/docs/${file}`, (_req, res) => res.sendFile(file, { root: swaggerUi, maxAge: '1 day' }))
  router.use('/docs', express.static(own, { index: false }))
  return router
}

function pageOf({ document, path, title }: (typeof pages)[number]) {
  const links = pages.map(
    (page) => `<a href="${page.path}"${page.path === path ? ' aria-current="page"' : ''}>${page.title}</a>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Workforce Coverage</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/pages/page.css" />
    <link rel="stylesheet" href="/docs/reference.css" />
    <link rel="icon" href="/pages/icon.svg" />
    <script src="/pages/theme.js"></script>
  </head>
  <body>
    <a class="skip-link" href="#reference">Skip to the operations</a>
    <header class="frame">
      <a class="brand" href="/"><img src="/pages/icon.svg" alt="" />Workforce Coverage</a>
      <nav aria-label="API reference">${links.join('\n')}</nav>
      <nav aria-label="Operators"><a href="/">Console</a><a href="/docs/site/">Documents</a><a href="/status">Status</a></nav>
    </header>
    <p id="session" role="status"></p>
    <div id="reference" tabindex="-1" data-document="/${document}"></div>
    <noscript>The reference needs JavaScript. The document itself is <a href="/${document}">${document}</a>.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`
}
