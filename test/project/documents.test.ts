import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync('**/*.md', { exclude: ['**/node_modules/**', '**/{dist,generated-*}/**'] })
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/^ *```.*?^ *```/gms, '')

/** The names of a document's sections in links, as the repository's host makes them. */
const sectionsOf = (file: string) =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('every link of a document leads to a file and a section that exist', () => {
  const links = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g)].map(
      ([link, path = '', section]) => ({
        link: `${document}: ${link}`,
        file: path ? join(dirname(document), path) : document,
        section,
      }),
    ),
  )
  expect(links.length).toBeGreaterThan(100)
  const isBroken = ({ file, section }: (typeof links)[number]) =>
    !existsSync(file) || (section && !sectionsOf(file).includes(section))
  expect(links.filter(isBroken).map(({ link }) => link)).toEqual([])
})
