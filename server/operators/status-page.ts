import type { Readiness } from './readiness.ts'

const names = { postgresql: 'PostgreSQL', migrations: 'Migrations', redis: 'Redis' }

/** The service's state as a page for people; needs no login, script or store. */
export function statusPage({ isReady, checks }: Readiness, version: string) {
  const rows = Object.entries(names).map(
    ([check, name]) => `<dt>${name}</dt><dd>${escaped(checks[check as keyof typeof names])}</dd>`,
  )
  const refused = ['ok', 'unreachable'].includes(checks.postgresql) ? 'requests' : 'changes'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Status: ${isReady ? 'ready' : 'not ready'}</title>
</head>
<body>
<main>
<h1>Workforce Coverage Service ${version}</h1>
<dl>
<dt>Process</dt><dd>alive</dd>
<dt>Service</dt><dd>${isReady ? 'ready' : `not ready: ${refused} are refused`}</dd>
${rows.join('\n')}
</dl>
<p><a href="/status">Check again</a></p>
</main>
</body>
</html>
`
}

const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
