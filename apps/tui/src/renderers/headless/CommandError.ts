import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import * as Schema from "effect/Schema"

export const exitCodes = { usage: 1, refused: 2, session: 3, unreachable: 4, partly: 5 } as const

/** Why a command, or its change of one target, failed. */
export class CommandError extends Schema.TaggedError<CommandError>()("CommandError", {
  kind: Schema.Literals(["usage", "refused", "session", "unreachable", "partly"]),
  message: Schema.String
}) {
  get code() {
    return exitCodes[this.kind]
  }
}

export const usageError = (message: string) => new CommandError({ kind: "usage", message })

const wantsJson = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  return flags.some((arg) => /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/.test(arg))
}

/** Formats an error in the arguments: a sentence, or JSON if `--json` is among them. */
export const formatUsageError = (message: string, args: ReadonlyArray<string>): string =>
  wantsJson(args) ? escapeJson(JSON.stringify({ error: { code: 1, kind: "usage", message } })) : sanitize(message)
