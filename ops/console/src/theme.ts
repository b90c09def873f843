import { Alert, type CSSVariablesResolver, createTheme, Modal, PasswordInput, Table } from '@mantine/core'
import { say } from './language/text.ts'

/** The look, and Mantine’s own texts in the page’s language. The contrast of text is at least 4.5, in light and in dark. */
export const themeOf = () =>
  createTheme({
    primaryColor: 'blue',
    primaryShade: 9,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.3' },
        h2: { fontSize: '1.25rem', lineHeight: '1.35' },
        h3: { fontSize: '1.125rem', lineHeight: '1.4' },
        h4: { fontSize: '1rem', lineHeight: '1.45' },
        h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      },
    },
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
          styles: { title: { fontSize: '1.125rem', fontWeight: 600 } },
          closeButtonProps: { 'aria-label': say('Close') },
        },
      }),
      PasswordInput: PasswordInput.extend({
        defaultProps: {
          visibilityToggleButtonProps: { 'aria-label': say('Show the password'), tabIndex: 0 },
        },
      }),
      // A row of one line is 40 px high.
      Table: Table.extend({ defaultProps: { verticalSpacing: 9 } }),
    },
  })

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--console-allowed': 'light-dark(#1971c2, #4dabf7)',
    '--console-near': 'light-dark(#f08c00, #ffc078)',
    '--console-blocked': 'light-dark(#e03131, #ff8787)',
    '--console-initials': 'light-dark(#d0ebff, #424242)',
    '--console-focus': 'light-dark(#1864ab, #4dabf7)',
    '--console-good': 'light-dark(#2b8a3e, #51cf66)',
    '--console-low': 'light-dark(#e67700, #ffd43b)',
    '--console-bad': 'light-dark(#c92a2a, #ff8787)',
    '--console-none': 'light-dark(#868e96, #909296)',
    '--console-chart-required': 'light-dark(#495057, #ced4da)',
    '--console-chart-secure': 'light-dark(#2b8a3e, #69db7c)',
    '--console-covered': 'light-dark(#1864ab, #4dabf7)',
    '--console-short': 'light-dark(#a34206, #ffa94d)',
    // One colour in steps of lightness, so that colour-blind readers can tell the steps apart.
    '--console-level-1': 'light-dark(#fee6ce, #3d2612)',
    '--console-on-level-1': 'light-dark(#000, #fff)',
    '--console-level-2': 'light-dark(#fdc692, #5c3613)',
    '--console-on-level-2': 'light-dark(#000, #fff)',
    '--console-level-3': 'light-dark(#fb9a4b, #8a4a0f)',
    '--console-on-level-3': 'light-dark(#000, #fff)',
    '--console-level-4': 'light-dark(#d9660f, #c2600a)',
    '--console-on-level-4': '#000',
    '--console-level-5': 'light-dark(#8f3103, #ff7a1a)',
    '--console-on-level-5': 'light-dark(#fff, #000)',
    '--console-surplus': 'light-dark(#adb5bd, #5c636a)',
  },
  light: {
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-disabled-color': '#6c757d',
  },
  dark: {
    '--mantine-color-dimmed': '#b8b8b8',
    '--mantine-color-placeholder': '#a0a0a0',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-disabled-color': '#909090',
  },
})
