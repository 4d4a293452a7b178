import { identity } from "effect/Function"

interface Helper {
  /** What stands in a script for a choice of one. */
  readonly choice: (mark: string) => string
  /** What asks for the names of a kind instead. */
  readonly asking: (kind: string) => string
  /** The script with what else is to be other in it. */
  readonly corrected: (script: string) => string
  readonly functions: string
}

const bash: Helper = {
  choice: (mark) => `_remote_assist--choices "$cur" "$_comp_word" '${mark}'`,
  asking: (kind) => `_remote_assist--asked ${kind} "$cur" "$_comp_word"`,
  corrected: identity,
  functions: String.raw`
_remote_assist--asked()
{
  local _asked_word="$2" _line
  local -a _found
  _found=()
  _asked_word=${"$"}{_asked_word//\\/}; _asked_word=${"$"}{_asked_word//\"/}; _asked_word=${"$"}{_asked_word//\'/}
  while IFS= read -r _line; do
    _found+=("$_line")
  done < <("${"$"}{words[0]/#\~\//$HOME/}" complete "$1" -- "$_asked_word" "${"$"}{words[@]:1:cword-1}" 2>/dev/null </dev/null)
  _remote_assist--choices "$2" "$3" ${"$"}{_found[@]+"${"$"}{_found[@]}"}
}
`
}

const zsh: Helper = {
  choice: (mark) => `(${mark})`,
  asking: (kind) => ` _remote_assist_asked ${kind}`,
  // flags behind a subcommand are the subcommand's: else its arguments are counted without it
  corrected: (script) => script.replaceAll(`_arguments -C "`, `_arguments -C -A '-*' "`),
  functions: String.raw`
_remote_assist_asked() {
  local -a line found
  line=("${"$"}{(@Q)${"$"}{(z)LBUFFER}}")
  found=("${"$"}{(@f)$("${"$"}{line[1]/#\~\//$HOME/}" complete "$1" -- "${"$"}{(Q)PREFIX}" "${"$"}{(@)line[2,-1]}" 2>/dev/null </dev/null)}")
  found=("${"$"}{(@)found:#}")
  (( $#found )) && compadd -a found
}
`
}

const fish: Helper = {
  choice: (mark) => `'${mark}'`,
  asking: (kind) => `'(__remote_assist_asked ${kind})'`,
  corrected: identity,
  functions: String.raw`
function __remote_assist_asked
  set -l line (commandline -opc)
  set -l word (commandline -ct)
  $line[1] complete $argv[1] -- "$word" $line[2..-1] 2>/dev/null </dev/null
end
`
}

/** How each shell asks the command for names. */
export const helpers = { bash, zsh, fish } as const
