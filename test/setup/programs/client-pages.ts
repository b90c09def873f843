import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', '..', '..')
const client = join(root, 'client')
const folder = join(root, 'test', 'client', 'consumer', 'with-peers')
const source = (name: string) => join(client, 'src', `${name}.ts`)

/** Builds the page of a consumer of the client as `page.js` and, from the README's example for other tRPC clients, `trpc.js` into the folder. */
export async function buildPages(outDir: string) {
  const readme = await readFile(join(client, 'README.md'), 'utf8')
  const [example = ''] = /(?<=```ts\n)import \{ createTRPCClient.*?(?=```)/s.exec(readme) ?? []
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^@workforce-coverage\/client$/, replacement: source('index') },
        { find: /^@workforce-coverage\/client\/(\w+)$/, replacement: source('$1') },
      ],
    },
    plugins: [
      {
        name: 'readme',
        resolveId: (id) => (id === 'trpc.ts' ? join(folder, id) : undefined),
        load: (id) =>
          id === join(folder, 'trpc.ts')
            ? `${example.replace("'http://localhost:8000'", 'location.hash.slice(1)')}Object.assign(globalThis, { trpc })`
            : undefined,
      },
    ],
    build: {
      outDir,
      minify: false,
      rolldownOptions: {
        input: ['page.tsx', 'trpc.ts'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}
