import { Alert, Group, Text } from '@mantine/core'
import { Component, type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react'
import { say } from '../language/text.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from './live.tsx'

type PropsOf<C> = C extends ComponentType<infer Props extends object> ? Props : never

/** A component by its name in its file, which is fetched when it is first shown; until then, `rows` grey rows. */
export const lazily = <Name extends string, File extends Record<Name, FunctionComponent<never>>>(
  load: () => Promise<File>,
  name: Name,
  rows = 8,
) => fetched<PropsOf<File[Name]>>(async () => (await load())[name] as never, rows)

function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>, rows: number) {
  const Part = lazy(async () => ({ default: await load() }))
  return (props: Props) => (
    <Unfetched>
      <Suspense fallback={<Loading rows={rows} />}>
        <Part {...props} />
      </Suspense>
    </Unfetched>
  )
}

/** Says that the code cannot be fetched: the service is down, or has been updated since. */
class Unfetched extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Alert color="red" role="alert" title={say('This page could not be loaded')}>
        <Group justify="space-between">
          <Text size="sm">{say('The service may be down, or may have been updated.')}</Text>
          <Button size="xs" onClick={() => location.reload()}>
            {say('Reload')}
          </Button>
        </Group>
      </Alert>
    )
  }
}
