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

/** Where the keys are that differ from the usual ones, unless a file is named. */
export const path = (): string => join(configFolder(), "keys.json")

/** Whether there are keys that differ. */
export const exists = Effect.map(
  Effect.suspend(() => PrivateFile.read(path())),
  Option.isSome
)

/** What a file of keys makes of the usual ones, or what is wrong with it, a sentence each; one that is named must be there. */
export const read = Effect.fnUntraced(function* (given: Option.Option<string>) {
  const file = Option.getOrElse(given, path)
  const text = yield* PrivateFile.read(file)
  if (Option.isSome(text))
    return Result.mapError(applyUserKeys(defaultBindings, allContexts, text.value), (wrong) =>
      wrong.map((each) => sanitize(`In ${file}, ${each}`))
    )
  if (Option.isNone(given)) return Result.succeed(defaultBindings)
  return yield* new BadSettings({ message: `There is no file ${file}. Name one with keys in it, or leave out --keys` })
})

/** The keys of who sits there; where their file is wrong, all of it is told, and the program does not begin. */
export const load = Effect.fnUntraced(function* (given: Option.Option<string>) {
  const bindings = yield* read(given)
  if (Result.isSuccess(bindings)) return Keys.make(bindings.success)
  yield* Console.error(bindings.failure.join("\n"))
  return yield* new Exit({ code: 1 })
})
