import { sanitize } from "@remote-assist/cli/Terminal"

import * as Json from "./json.ts"

const isJson = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  return flags.some((arg) => /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/.test(arg))
}

/** What is wrong with the words of a command: a sentence, or JSON as of other failures where that is asked for. */
export const wrongly = (message: string, args: ReadonlyArray<string>): string =>
  isJson(args) ? Json.write({ error: { code: 1, kind: "usage", message } }) : sanitize(message)
