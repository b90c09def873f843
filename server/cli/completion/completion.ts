import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The shell's script that completes the command, from the same description as its help. */
export const completionFor = (program: Command, shell: Shell) => scripts[shell](tableOf(program))

/** Lines such as ` rules set --enabled:true false`: the words so far, and which may follow them. */
function tableOf(command: Command, words = ''): string[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const options = help.visibleOptions(command).map(({ long, argChoices = [] }) => ({ long, argChoices }))
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  const next = [...commands.map((one) => one.name()), ...choices, ...options.map(({ long }) => long)]
  return [
    `${words}:${next.join(' ')}`,
    ...options.flatMap(({ long, argChoices }) =>
      argChoices.length ? `${words} ${long}:${argChoices.join(' ')}` : [],
    ),
    ...commands.flatMap((one) => tableOf(one, `${words} ${one.name()}`)),
  ]
}

const bash = (table: string[]) => `__coverage_table='${table.join('\n')}'
__coverage_words() {
  local line
  while IFS= read -r line; do
    [[ $line == "$1:"* ]] && echo "\${line#*:}" && return
  done <<< "$__coverage_table"
  return 1
}
__coverage() {
  local at= word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    [[ $word != -* ]] && __coverage_words "$at $word" > /dev/null && at="$at $word"
  done
  local next="$(__coverage_words "$at \${COMP_WORDS[$((COMP_CWORD-1))]}" || __coverage_words "$at")"
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F __coverage coverage`

const fish = (table: string[]) => `set -g __coverage_table ${table.map((line) => `'${line}'`).join(' ')}
function __coverage_words
  string match -q -- "$argv[1]:*" $__coverage_table; or return 1
  string replace -fr -- '^'(string escape --style=regex -- $argv[1])':' '' $__coverage_table | string split ' '
end
function __coverage
  set -l at ''
  set -l words (commandline -opc)
  for word in $words[2..]
    if not string match -q -- '-*' $word; and __coverage_words "$at $word" > /dev/null
      set at "$at $word"
    end
  end
  __coverage_words "$at $words[-1]"; or __coverage_words $at
end
complete -c coverage -f -a '(__coverage)'
complete -c coverage -n '__fish_seen_subcommand_from import export' -F`

const scripts: Record<Shell, (table: string[]) => string> = {
  bash,
  zsh: (table) => `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -Uz bashcompinit && bashcompinit
${bash(table)}`,
  fish,
}
