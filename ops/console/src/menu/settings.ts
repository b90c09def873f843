import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { say } from '../language/text.ts'
import { useLanguage } from './speaking.tsx'

/** What the viewer may set for this browser: the other colour scheme, and the other languages. */
export function useSettings() {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const { others, choose } = useLanguage()
  const name = other === 'dark' ? say('Dark mode') : say('Light mode')
  return [
    { id: 'scheme', name, lang: undefined, run: () => setColorScheme(other) },
    ...others.map(([code, name]) => ({ id: code, name, lang: code, run: () => choose(code) })),
  ]
}
