import { resolve } from "node:path"

import { BadSettings } from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { homePath } from "../homePath.ts"
import * as PrivateFile from "./privateFile.ts"

/** A path as any folder leads to it. */
export const pathOf = (file: string): string => resolve(homePath(file))

/** Reads the private key of a site; a file that others can read is refused. */
export const read = Effect.fnUntraced(function* (file: string) {
  const path = pathOf(file)
  yield* PrivateFile.mustBePrivate(path)
  const text = yield* PrivateFile.read(path)
  if (Option.isSome(text)) return Redacted.make(text.value)
  return yield* new BadSettings({
    message: `There is no partner key in ${path}. Give the path of the private key of the site, in PEM form`
  })
})
