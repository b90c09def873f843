import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const textOf = (file: string) => readFileSync(file, 'utf8').replace(/<!--.*?-->/gs, '')
const documents = ['SECURITY.md', 'docs/asvs.md']

/** OWASP ASVS 5.0.0: how many requirements of levels 1 and 2 each section has, numbered from 1 without a gap. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}
const ids = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
)

const rows = [
  ...textOf('docs/asvs.md').matchAll(
    /^\| (\d+\.\d+\.\d+)(?: - (\d+\.\d+\.\d+))? \| ([^|]+) \| ([^|]+) \| ([^|]+) \|\s*$/gm,
  ),
].map(([, from = '', to = from, , verdict = '', where = '']) => ({ from, to, verdict, where }))

/** What the documents name in backticks, from the project's folder, or link to, from the document's. */
const names = documents.flatMap((document) =>
  [...textOf(document).matchAll(/`([^`\n]+)`|\]\(([^)\s]+)\)/g)].map(([, code, link = '']) => {
    if (code) return code
    return link.startsWith('#') ? document + link : join(dirname(document), link)
  }),
)

/** A file or a folder of the project; not an address, a header or a setting. */
const isPath = (name: string) =>
  /^[\w.-]+(\/[\w.-]+)*(\.(ts|tsx|js|json|md|yml|grit)|\/)$|^(Dockerfile|\.dockerignore)$/.test(name)

test('every path named by SECURITY.md and docs/asvs.md exists', () => {
  const paths = names.map((name) => name.replace(/#.*/, '')).filter(isPath)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('every ASVS requirement of levels 1 and 2 has one row', () => {
  expect(ids).toHaveLength(253)
  expect(rows.filter(({ from, to }) => !ids.includes(from) || !ids.includes(to))).toEqual([])
  expect(rows.flatMap(({ from, to }) => ids.slice(ids.indexOf(from), ids.indexOf(to) + 1))).toEqual(ids)
})

test('every ASVS row has a verdict, and a met requirement says where', () => {
  const verdicts = ['met', 'n/a', 'left to the deployment', "the contract's"]
  expect(rows.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([])
  const isShown = /`test\/|no test of its own|\]\(/
  expect(rows.filter(({ verdict, where }) => verdict === 'met' && !isShown.test(where))).toEqual([])
})
