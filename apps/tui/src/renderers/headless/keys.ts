import { Exit } from "@remote-assist/cli"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Binding } from "../../keymap/bindings.ts"
import * as Keys from "../../keymap/Keys.ts"
import * as KeysFile from "../../KeysFile.ts"
import { fieldMaker } from "../../resources/Field.ts"
import { usageError } from "./CommandError.ts"
import { table } from "./format.ts"
import { stdout, toJson, writeNote } from "./output.ts"

const column = fieldMaker<Binding>()

const columns = [column("command"), column("keys"), column("where", ({ context }) => context), column("label")]

/** Lists all commands with their keys. */
export const show = Effect.fnUntraced(function* ({
  json,
  keys
}: {
  readonly keys: Option.Option<string>
  readonly json: boolean
}) {
  const read = yield* KeysFile.read(keys)
  if (Result.isFailure(read)) return yield* usageError(read.failure.join("\n\n"))
  const { bindings } = Keys.make(read.success)
  if (json) {
    const all = bindings.map(({ command, context, keys, label }) => ({ command, keys, where: context, label }))
    return yield* stdout.write(`${toJson(all)}\n`)
  }
  return yield* stdout.write(table(columns, stdout.width).page(bindings))
})

/** Checks a file of keys, named by an argument or by `--keys`. */
export const check = Effect.fnUntraced(function* (
  { file: argument, json }: { readonly file: Option.Option<string>; readonly json: boolean },
  flag: Option.Option<string>
) {
  if (Option.isSome(argument) && Option.isSome(flag))
    return yield* usageError("The file is named twice. Give the argument or --keys.")
  const file = Option.orElse(argument, () => flag)
  const read = yield* KeysFile.read(file)
  const problems = Result.isFailure(read) ? read.failure : []
  const isDefault = Option.isNone(file) && !(yield* KeysFile.exists)
  if (json) yield* stdout.write(`${toJson({ ok: problems.length === 0, problems })}\n`)
  else if (problems.length > 0) yield* Effect.forEach(problems, writeNote)
  else {
    const text = isDefault
      ? `There is no file ${KeysFile.path()}. The default keys apply.`
      : `The keys in ${Option.getOrElse(file, KeysFile.path)} are valid.`
    yield* stdout.write(`${sanitize(text)}\n`)
  }
  if (problems.length > 0) return yield* new Exit({ code: 1 })
})
