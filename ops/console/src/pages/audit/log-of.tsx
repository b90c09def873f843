import { Tabs } from '@mantine/core'
import { Fragment } from 'react'
import { type Message, say } from '../../language/text.ts'
import { useMay, useMayOversee } from '../../live/viewer.tsx'
import { useAddress } from '../../parts/address.ts'
import { PageLink, Panel } from '../../parts/parts.tsx'
import { changeLog } from './change-log.tsx'
import { type LogKind, LogTable, useLog } from './log.tsx'
import { operatorLog } from './operator-log.tsx'
import { securityLog } from './security-log.tsx'

type Of = { user: string } | { person: string }

const prefix = 'log-'

type OneProps<Row> = { kind: LogKind<Row>; title?: Message; also: object }

function One<Row extends { id: number }>({ kind, title = kind.title, also }: OneProps<Row>) {
  const { paged } = useLog(kind, { also, prefix })
  return <LogTable {...kind} title={title} paged={paged} />
}

type Part = { title: Message; log: React.ReactNode; path: string }

/** The logs that have entries about them, each with its link to the filtered Audit page. */
function partsOf(of: Of, isAdmin: boolean): Part[] {
  const operators: Part = {
    title: 'What operators did',
    log: <One kind={operatorLog} title="What operators did" also={of} />,
    path: `/audit?${new URLSearchParams(of)}`,
  }
  if ('person' in of) {
    const path = `/audit?log=changes&person=${of.person}`
    return [{ title: changeLog.title, log: <One kind={changeLog} also={of} />, path }, operators]
  }
  const security: Part = {
    title: securityLog.title,
    log: <One kind={securityLog} also={of} />,
    path: `/audit?log=security&user=${of.user}`,
  }
  const changes: Part = {
    title: 'Changes by this user',
    log: <One kind={changeLog} title="Changes by this user" also={{ actor: of.user }} />,
    path: `/audit?log=changes&actor=${of.user}`,
  }
  return isAdmin ? [operators, security, changes] : [operators, changes]
}

/** The log entries about a user or a person, for their page; hidden from operators who may not see everyone. */
export function LogOf(of: Of) {
  const { at, go } = useAddress()
  const isAdmin = useMay('act_as_admin')
  const parts = partsOf(of, isAdmin)
  const part = parts.find(({ title }) => title === at('log')) ?? parts[0]
  const choose = (title: string | null) =>
    go({ log: title ?? '', [`${prefix}page`]: '', [`${prefix}ordering`]: '' })
  if (!useMayOversee() || !part) return null
  return (
    <Panel title={say('Log')} right={<PageLink to={part.path}>{say('Open in Audit')}</PageLink>} gap="md">
      {parts.length > 1 && (
        <Tabs value={part.title} onChange={choose} keepMounted={false}>
          <Tabs.List aria-label={say('Log')}>
            {parts.map(({ title }) => (
              <Tabs.Tab key={title} value={title}>
                {say(title)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {/* Of its own for each log, lest the rows of one be shown in the columns of another while it loads. */}
      <Fragment key={part.title}>{part.log}</Fragment>
    </Panel>
  )
}
