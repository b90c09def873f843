import Bowser from 'bowser'
import { say } from '../language/text.ts'

/** A user agent in words, such as "Chrome on Linux"; the string itself if it names no browser. */
export function browserName(agent: string): string {
  if (!agent) return say('unknown browser')
  const { browser, os } = Bowser.parse(agent)
  if (!browser.name) return agent
  return os.name ? say('{browser} on {system}', { browser: browser.name, system: os.name }) : browser.name
}

/** The browser in words, with the exact string as its tooltip. */
export const BrowserName = ({ of }: { of: string }) => <span title={of}>{of ? browserName(of) : ''}</span>
