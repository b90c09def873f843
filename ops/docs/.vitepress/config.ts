import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig, type MarkdownOptions } from 'vitepress'

// `npm run docs` builds the documents as they are, where they are: this says which are pages, and where their links lead.

const project = join(import.meta.dirname, '..', '..', '..')
/** Where the ops port serves the site. */
const base = '/docs/site/'

/** The menu. A document is in the first group that has it. */
const groups = {
  Start: ['README.md'],
  Operate: [
    ...['install', 'run', 'incidents', 'grow', '*'].map((name) => `docs/operating/${name}.md`),
    'docs/sign-in/*.md',
  ],
  Platforms: ['ops/*/README.md'],
  Integrate: ['docs/integration/*.md', 'client/README.md', 'docs/{reference,planning}.md'],
  Secure: ['SECURITY.md', 'docs/asvs.md'],
  Develop: ['docs/**/*.md', '{CONTRIBUTING,CHANGELOG}.md'],
}

const pages = new Set<string>()
const menu = Object.entries(groups).map(([text, patterns]) => {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: project }).sort())
  const items = files
    .filter((file) => !pages.has(file))
    .map((file) => ({ text: titleOf(file), link: addressOf(file) }))
  for (const file of files) pages.add(file)
  return { text, items }
})

function titleOf(file: string) {
  return /^# (.+)/m.exec(readFileSync(join(project, file), 'utf8'))?.[1] ?? file
}

function addressOf(file: string) {
  return `/${file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')}`
}

/** Files of the project that pages link to: the site gets copies. */
const linked = new Set<string>()
type Link = { attrGet: (name: string) => string | null; attrSet: (name: string, value: string) => void }

/** Lets a link of a document in the folder lead to the site's page or copy of a file. */
function follow(link: Link, folder: string) {
  const [path = '', section = ''] = (link.attrGet('href') ?? '').split(/(?=#)/)
  if (!path || /^(\w+:|#)/.test(path)) return
  const file = posix.join(folder, path)
  if (pages.has(file)) return link.attrSet('href', addressOf(file) + section)
  linked.add(file)
  link.attrSet('href', `${base}files/${file}`)
  // The site's own router leaves such a link to the browser.
  link.attrSet('target', '_self')
}

const config: MarkdownOptions['config'] = (md) => {
  // Documents hold text alone: Vue shall not look for expressions in it.
  const render = md.render.bind(md)
  md.render = (text, env) => render(text, env).replaceAll('{{', '&#123;&#123;')
  md.core.ruler.push('project_links', ({ tokens, env }) => {
    const folder = relative(project, dirname(env.realPath ?? env.path))
    for (const token of tokens.flatMap(({ children }) => children ?? [])) follow(token, folder)
  })
}

/** The name of a section as it is in links, which are written for the repository's host. */
const slugify = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** On the server's side, pages import Vue as modules outside the folder that has it. */
const vueOfThisFolder: Plugin = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId: (name, _from, { ssr }) =>
    ssr && /^vue(\/|$)/.test(name) ? { id: name, external: true } : undefined,
}

export default defineConfig({
  base,
  title: 'Workforce Coverage',
  srcDir: project,
  srcExclude: ['{bench,entities,routers,server,src,test}/**', 'ops/tools/**'],
  outDir: join(import.meta.dirname, '..', 'dist'),
  rewrites: (file) => addressOf(file).slice(1),
  cleanUrls: true,
  metaChunk: true,
  vite: { plugins: [vueOfThisFolder] },
  head: [['link', { rel: 'icon', href: '/pages/icon.svg' }]],
  markdown: {
    config,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { crontab: 'sh' },
    anchor: { slugify },
  },
  themeConfig: {
    sidebar: menu,
    outline: [2, 3],
    search: { provider: 'local' },
    logoLink: { link: '/', target: '_self' },
  },

  /** The ops port lets pages run no inline scripts. */
  transformHtml: (html, _id, { siteConfig: { outDir } }) =>
    html.replace(/<script id="([\w-]+)">(.*?)<\/script>/gs, (_, name, code) => {
      writeFileSync(join(outDir, `${name}.js`), code)
      return `<script src="${base}${name}.js"></script>`
    }),

  buildEnd({ outDir }) {
    for (const file of linked) cpSync(join(project, file), join(outDir, 'files', file))
  },
})
