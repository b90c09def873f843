import type { Language } from '../../src/language.ts'
import { escaped, htmlPage } from './html.ts'
import { texts } from './page-texts.ts'
import type { StoreReport } from './system/store-watch.ts'

type About = { version: string; language: Language; now: Date; timeZone: string; isLeaving: boolean }

/** The service's state as a page for people; needs no login, script or store. */
export function statusPage(report: StoreReport, about: About) {
  const { language, now, isLeaving } = about
  const t = texts[language]
  const [title, more] = isLeaving ? [t.stopping, t.stoppingMore] : headline(report, language)
  const time = instant(now, { ...about, seconds: true })
  const main = `<h1>${escaped(title)}</h1>
<p class="lead">${escaped(more)}</p>
<ul class="checks">
${checks(report, about).map(row).join('\n')}
</ul>
<p class="dimmed" id="checked" data-lost="${t.lost}">${t.checked(time)}</p>`
  const head = `<script type="module" src="/pages/status.js"></script>
<noscript><meta http-equiv="refresh" content="10"></noscript>`
  return htmlPage({ language, title: `${t.status}: ${title}`, main, head })
}

function headline({ checks, isReady }: StoreReport, language: Language): [title: string, more: string] {
  const t = texts[language]
  const { postgresql, redis } = checks
  const away = [postgresql === 'unreachable' && 'PostgreSQL', redis === 'unreachable' && 'Redis']
  const title = t.away(away.filter(Boolean).join(t.and))
  if (postgresql === 'unreachable') return [title, t.postgresqlAway]
  if (postgresql !== 'ok') return [t.readOnly, t.readOnlyMore]
  if (!isReady) return [t.outdated, t.outdatedMore]
  if (redis === 'refuses changes') return [t.redisRefuses, t.redisAway]
  return redis === 'unreachable' ? [title, t.redisAway] : [t.allWell, t.allWellMore]
}

type Check = { name: string; text: string; tone: 'good' | 'warn' | 'bad'; since?: string | undefined }

function checks({ checks, canSignIn, since }: StoreReport, about: About): Check[] {
  const t = texts[about.language]
  const { postgresql, migrations, redis } = checks
  const began = (at: Date | undefined) => at && sinceThen(at, about)
  const pending = migrations.replace('pending: ', '')
  return [
    { name: t.service, tone: 'good', text: t.running(about.version) },
    {
      name: 'PostgreSQL',
      tone: postgresql === 'ok' ? 'good' : 'bad',
      text: postgresql === 'ok' ? t.connected : t[postgresql],
      since: began(since.postgresql),
    },
    {
      name: t.migrations,
      tone: migrations === 'ok' ? 'good' : 'warn',
      text: migrations === 'ok' ? t.upToDate : migrations === 'unknown' ? t.unknown : t.pending(pending),
    },
    {
      name: 'Redis',
      tone: ['ok', 'not configured'].includes(redis) ? 'good' : 'bad',
      text: { ...t, ok: t.connected, 'not configured': t.notConfigured }[redis],
      since: began(since.redis),
    },
    { name: t.signIn, tone: canSignIn ? 'good' : 'bad', text: canSignIn ? t.works : t.closed },
  ]
}

const marks = { good: '✓', warn: '!', bad: '✕' }

function row({ name, text, tone, since }: Check) {
  const began = since ? `<p class="dimmed">${since}</p>` : ''
  return `<li><span class="mark ${tone}" aria-hidden="true">${marks[tone]}</span><b>${name}</b><div><p>${escaped(text)}</p>${began}</div></li>`
}

function sinceThen(at: Date, about: About) {
  const minutes = Math.floor((about.now.getTime() - at.getTime()) / 60_000)
  const ago = new Intl.RelativeTimeFormat(about.language).format(-minutes, 'minute')
  return `${texts[about.language].since(instant(at, about))}${minutes ? `, ${ago}` : ''}`
}

function instant(at: Date, { language, timeZone, seconds }: About & { seconds?: boolean }) {
  const text = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ second: seconds ? '2-digit' : undefined, timeZone, timeZoneName: 'short' },
  } as const).format(at)
  return `<time datetime="${at.toISOString()}">${text}</time>`
}
