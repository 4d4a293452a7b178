import { relative } from "node:path"
import { fileURLToPath } from "node:url"

import * as Cause from "effect/Cause"

import { failureOf, messageOf } from "./failure.ts"

// what Node writes before the stack of a source that cannot be read
const marked = /^(\S.*:\d+)\n/

const pathOf = (place: string) => {
  const [, file = "", position = ""] = /^(.*?)((?::\d+)+)$/.exec(place) ?? []
  return `${relative(process.cwd(), file.startsWith("file:") ? fileURLToPath(file) : file)}${position}`
}

const placeOf = (error: unknown, file: string) => {
  const stack = error instanceof Error ? (error.stack ?? "") : ""
  const [, before] = error instanceof SyntaxError ? (marked.exec(stack) ?? []) : []
  return before ?? failureOf(Cause.die(error), file).at
}

/** Why a file could not be loaded, and where in it; `by` is the module that loads it, of which nobody need know. */
export const notLoaded = (error: unknown, file: string, by: string): string => {
  const message = messageOf(error).replace(` imported from ${fileURLToPath(by)}`, "")
  const place = placeOf(error, file)
  return place === undefined ? message : `${message.replace(/\.$/, "")} (at ${pathOf(place)}).`
}
