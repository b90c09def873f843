import { List } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Message, say } from '../language/text.ts'
import { Panel } from './parts.tsx'

/** Explains the terms of a page, or what its reader should know. */
export const Terms = ({ title, of }: { title: Message; of: readonly Message[] }) => (
  <Panel title={say(title)}>
    <List size="sm" spacing={4}>
      {of.map((term) => (
        <List.Item key={term}>{say(term, { b: bold })}</List.Item>
      ))}
    </List>
  </Panel>
)

/** The text inside `<b>` of a message. */
export const bold = (parts: ReactNode[]) => <strong key="bold">{parts}</strong>
