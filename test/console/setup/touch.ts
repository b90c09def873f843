/**
 * The controls in the last of these elements, the page's dialog if it has one, that a finger hits on less than 44 px
 * across, borders aside; not links within a paragraph.
 */
export const hardToHit = (within = 'body, [role=dialog]') => `(() => {
  const controls = 'a[href], button, input, select, textarea, summary, [role=tab], [role=option]'
  const isHit = (control, x, y) => {
    const hit = document.elementFromPoint(x, y)
    return !hit || [control, ...(control.labels ?? [])].some((one) => one.contains(hit))
  }
  /** How far it is hit from its middle in a direction. */
  const reach = (control, [x, y], right, down) => {
    let far = 0
    while (far < 44 && isHit(control, x + far * right, y + far * down)) far++
    return far
  }
  const found = [...[...document.querySelectorAll('${within}')].at(-1).querySelectorAll(controls)]
    .filter((control) => !control.disabled && control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !control.closest('p'))
    .flatMap((control) => {
      // The input of a segment is hidden behind its label.
      const shown = getComputedStyle(control).opacity === '0' ? (control.labels?.[0] ?? control) : control
      shown.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = shown.getBoundingClientRect()
      const middle = [left + width / 2, top + height / 2]
      const wide = reach(control, middle, 1, 0) + reach(control, middle, -1, 0)
      const high = reach(control, middle, 0, 1) + reach(control, middle, 0, -1)
      return Math.min(wide, high) < 43 ? [wide + ' x ' + high + ' px to hit: ' + control.outerHTML] : []
    })
  scrollTo(0, 0)
  return found
})()`
