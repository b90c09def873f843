// Brings the state up to date every few seconds, without a reload, which would lose the reader's place.
const milliseconds = 3000

async function refresh() {
  try {
    const answer = await fetch('/status')
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    document.title = next.title
    document.querySelector('main').replaceWith(next.querySelector('main'))
  } catch {
    const checked = document.getElementById('checked')
    checked.textContent = checked.dataset.lost
  }
}

setInterval(() => document.hidden || refresh(), milliseconds)
document.addEventListener('visibilitychange', () => document.hidden || refresh())
