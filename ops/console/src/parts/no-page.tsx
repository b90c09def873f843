import { Text } from '@mantine/core'
import { useText } from '../language/text.ts'
import { Page, PageLink } from './parts.tsx'

/** For an address that leads nowhere. */
export function NoPage() {
  const t = useText()
  return (
    <Page title={t('Page not found')}>
      <Text>{t('The address may be incomplete, or the page may have moved.')}</Text>
      <PageLink to="/">{t('Go to the first page')}</PageLink>
    </Page>
  )
}
