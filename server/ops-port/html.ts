import type { Language } from '../../src/language.ts'
import { texts } from './page-texts.ts'

/** The text with HTML's special characters escaped. */
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

type PageContent = { language: Language; title: string; main: string; head?: string }

/** A page that needs no store, no session and no script, in the console's look. */
export function htmlPage({ language, title, main, head = '' }: PageContent): string {
  const t = texts[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Workforce Coverage</title>
<link rel="stylesheet" href="/pages/page.css">
<link rel="icon" href="/pages/icon.svg">
<script src="/pages/theme.js"></script>
${head}
</head>
<body>
<header class="frame">
<a class="brand" href="/"><img src="/pages/icon.svg" alt="">Workforce Coverage</a>
<nav><a href="/">${t.console}</a><a href="/status">${t.status}</a><a href="/docs/">${t.apiReference}</a></nav>
</header>
<main class="page">
${main}
</main>
</body>
</html>
`
}
