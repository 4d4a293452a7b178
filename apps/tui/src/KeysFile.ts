import { join } from "node:path"

import { Exit } from "@remote-assist/cli"
import { BadSettings } from "@remote-assist/cli/Settings"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Keys from "./keymap/Keys.ts"
import { defaultBindings } from "./keymap/Keys.ts"
import { applyUserKeys } from "./keymap/userKeys.ts"
import { allContexts } from "./model/keyContexts.ts"
import * as PrivateFile from "./profiles/PrivateFile.ts"
import { configFolder } from "./profiles/PrivateFile.ts"

/** The default path of the file with the user's keys. */
export const path = (): string => join(configFolder(), "keys.json")

/** Whether the default file exists. */
export const exists = Effect.map(
  Effect.suspend(() => PrivateFile.read(path())),
  Option.isSome
)

/** Reads the keys of a file; fails with its errors. A file that is named must exist. */
export const read = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const file = Option.getOrElse(named, path)
  const text = yield* PrivateFile.read(file)
  if (Option.isSome(text))
    return Result.mapError(applyUserKeys(defaultBindings, allContexts, text.value), (wrong) =>
      wrong.map((each) => sanitize(`In ${file}, ${each}`))
    )
  if (Option.isNone(named)) return Result.succeed(defaultBindings)
  return yield* new BadSettings({
    message: `There is no file ${file}. Give the path of a file with keys, or leave out --keys`
  })
})

/** Loads the user's keys. If the file is invalid, prints all its errors and exits. */
export const load = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const bindings = yield* read(named)
  if (Result.isSuccess(bindings)) return Keys.make(bindings.success)
  yield* Console.error(bindings.failure.join("\n"))
  return yield* new Exit({ code: 1 })
})
