import { join } from "node:path"

import { Exit } from "@remote-assist/cli"
import { BadSettings } from "@remote-assist/cli/Settings"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Binding } from "../../keymap/bindings.ts"
import * as Keys from "../../keymap/Keys.ts"
import { defaultBindings } from "../../keymap/Keys.ts"
import { applyUserKeys } from "../../keymap/userKeys.ts"
import { allContexts } from "../../model/Model.ts"
import * as PrivateFile from "../../profiles/PrivateFile.ts"
import { configFolder } from "../../profiles/PrivateFile.ts"
import { fieldMaker } from "../../resources/Field.ts"
import type { Sources } from "../../Settings.ts"
import { table } from "./format.ts"
import { stdout, toJson, usageError, writeNote } from "./output.ts"

/** The default path of the file with the user's keys. */
const filePath = (): string => join(configFolder(), "keys.json")

/** Reads the keys of a file; fails with its errors. A file that is named must exist. */
export const readFile = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const file = Option.getOrElse(named, filePath)
  const text = yield* PrivateFile.read(file)
  if (Option.isSome(text))
    return Result.mapError(applyUserKeys(defaultBindings, allContexts, text.value), (wrong) =>
      wrong.map((each) => sanitize(`Cannot use ${file}: ${each}`))
    )
  if (Option.isNone(named)) return Result.succeed(defaultBindings)
  return yield* new BadSettings({
    message: `There is no file ${file}. Give the path of a file with keys, or leave it out`
  })
})

/** Loads the user's keys. If the file is invalid, prints all its errors and exits. */
export const loadFile = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const bindings = yield* readFile(named)
  if (Result.isSuccess(bindings)) return Keys.make(bindings.success)
  yield* Console.error(bindings.failure.join("\n"))
  return yield* new Exit({ code: 1 })
})

const column = fieldMaker<Binding>()

const columns = [column("command"), column("keys"), column("where", ({ context }) => context), column("label")]

/** Lists all commands with their keys. */
export const show = Effect.fnUntraced(function* (
  { json }: { readonly json: boolean },
  { keys }: Pick<Sources, "keys">
) {
  const read = yield* readFile(keys)
  if (Result.isFailure(read)) return yield* usageError(read.failure.join("\n\n"))
  const { bindings } = Keys.make(read.success)
  if (json) {
    const all = bindings.map(({ command, context, keys, label }) => ({ command, keys, where: context, label }))
    return yield* stdout.write(`${toJson(all)}\n`)
  }
  return yield* stdout.write(table(columns, stdout.width).page(bindings, true))
})

/** Checks a file of keys, named by an argument or by `--keys`. */
export const check = Effect.fnUntraced(function* (
  { file: argument, json }: { readonly file: Option.Option<string>; readonly json: boolean },
  { keys: flag }: Pick<Sources, "keys">
) {
  if (Option.isSome(argument) && Option.isSome(flag))
    return yield* usageError("The file is named twice. Give the argument or --keys.")
  const file = Option.orElse(argument, () => flag)
  const read = yield* readFile(file)
  const problems = Result.isFailure(read) ? read.failure : []
  // without a file, they are the same
  const isDefault = Result.isSuccess(read) && read.success === defaultBindings
  if (json) yield* stdout.write(`${toJson({ ok: problems.length === 0, problems })}\n`)
  else if (problems.length > 0) yield* Effect.forEach(problems, writeNote)
  else {
    const text = isDefault
      ? `There is no file ${filePath()}. The default keys apply.`
      : `The keys in ${Option.getOrElse(file, filePath)} are valid.`
    yield* stdout.write(`${sanitize(text)}\n`)
  }
  if (problems.length > 0) return yield* new Exit({ code: 1 })
})
