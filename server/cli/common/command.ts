import { Command as Commander } from 'commander'

/** A command of the program, whose help may end with examples. */
export class Command extends Commander {
  override createCommand(name?: string): Command {
    return new Command(name)
  }

  examples(...lines: string[]): this {
    const title = lines.length > 1 ? 'Examples' : 'Example'
    return this.addHelpText('after', ['', `${title}:`, ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}
