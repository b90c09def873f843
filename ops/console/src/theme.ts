import { Alert, type CSSVariablesResolver, createTheme, Modal, PasswordInput, Table } from '@mantine/core'

// Every text has a contrast of at least 4.5, in light and in dark.
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  components: {
    Alert: Alert.extend({
      defaultProps: { variant: 'light' },
      styles: {
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password', tabIndex: 0 } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'xs' } }),
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#c92a2a',
    '--console-allowed': '#1971c2',
    '--console-near': '#f08c00',
    '--console-blocked': '#e03131',
    '--console-tile-none': '#f1f3f5',
    '--console-tile-good': '#d3f9d8',
    '--console-tile-low': '#fff3bf',
    '--console-tile-bad': '#ffe3e3',
  },
  dark: {
    '--mantine-color-dimmed': '#b8b8b8',
    '--mantine-color-placeholder': '#a0a0a0',
    '--mantine-color-error': '#ff8787',
    '--console-allowed': '#4dabf7',
    '--console-near': '#ffc078',
    '--console-blocked': '#ff8787',
    '--console-tile-none': '#2e2e2e',
    '--console-tile-good': '#1b4226',
    '--console-tile-low': '#4d3c0a',
    '--console-tile-bad': '#5c1f1f',
  },
})
