import '@fontsource-variable/inter/wght.css'
import './mantine-styles.ts'
import './console.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { preferredLanguage } from './language/language.ts'
import { switchTo } from './language/said.tsx'
import { clearToasts } from './live/announce.tsx'
import { onSessionEnded } from './live/api.ts'
import { Speaking } from './menu/speaking.tsx'
import { cssVariables, themeOf } from './theme.ts'

// Pages refresh by themselves, so failed calls are not retried. Loopback addresses also work offline.
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})

onSessionEnded(() => {
  clearToasts()
  void queries.invalidateQueries({ queryKey: ['viewer'] })
})

// Without the other language’s texts the console speaks English.
const spoken = await switchTo(preferredLanguage()).catch(() => switchTo('en'))

/** The theme depends on the language, because Mantine has texts of its own. */
const Console = () => (
  <MantineProvider theme={themeOf()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    {/* Below dialogs, whose buttons an Undo would cover for half a minute. */}
    <Notifications position="bottom-right" zIndex={150} limit={20} />
    {/* The address holds the values of inputs, which must update at once while the user types. */}
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </MantineProvider>
)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Speaking first={spoken}>
        <Console />
      </Speaking>
    </QueryClientProvider>
  </StrictMode>,
)
