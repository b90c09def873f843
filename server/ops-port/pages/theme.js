// Before the first paint: these pages are light or dark as the console is. Mantine keeps its choice under this name.
const key = 'mantine-color-scheme-value'
const system = matchMedia('(prefers-color-scheme: dark)')

function follow() {
  const chosen = localStorage.getItem(key)
  const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  const { classList, style } = document.documentElement
  // The name that Swagger UI knows.
  classList.toggle('dark-mode', isDark)
  style.colorScheme = isDark ? 'dark' : 'light'
}

follow()
addEventListener('storage', follow)
system.addEventListener('change', follow)
