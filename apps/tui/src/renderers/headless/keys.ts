import { Exit } from "@remote-assist/cli"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Binding } from "../../keymap/bindings.ts"
import * as Keys from "../../keymap/Keys.ts"
import * as KeysFile from "../../KeysFile.ts"
import type * as Field from "../../resources/Field.ts"
import { table } from "./format.ts"
import { stdout, tell, usage, writeJson } from "./output.ts"

/** Which file, named by flag or as an argument, and how it is told. */
interface Given {
  readonly keys: Option.Option<string>
  readonly json: boolean
}

interface Checking {
  readonly file: Option.Option<string>
  readonly json: boolean
}

const column = (name: string, text: (binding: Binding) => string): Field.Field<Binding> => ({ name, value: text, text })

const columns = [
  column("command", ({ command }) => command),
  column("keys", ({ keys }) => keys.join(", ")),
  column("where", ({ context }) => context),
  column("label", ({ label }) => label)
]

/** Shows all commands with their keys. */
export const show = Effect.fnUntraced(function* ({ json, keys }: Given) {
  const read = yield* KeysFile.read(keys)
  if (Result.isFailure(read)) return yield* usage(read.failure.join("\n\n"))
  const { bindings } = Keys.make(read.success)
  if (json) {
    const all = bindings.map(({ command, context, keys, label }) => ({ command, keys, where: context, label }))
    return yield* stdout.write(`${writeJson(all)}\n`)
  }
  return yield* stdout.write(table(columns, stdout.width).page(bindings))
})

const say = (text: string) => stdout.write(`${sanitize(text)}\n`)

/** Says what is wrong with a file of keys. */
export const check = Effect.fnUntraced(function* ({ file: argument, json }: Checking, flag: Option.Option<string>) {
  if (Option.isSome(argument) && Option.isSome(flag))
    return yield* usage("Name the file once: as the argument, or by --keys.")
  const file = Option.orElse(argument, () => flag)
  const read = yield* KeysFile.read(file)
  const wrong = Result.isFailure(read) ? read.failure : []
  const isUsual = Option.isNone(file) && !(yield* KeysFile.exists)
  if (json) yield* stdout.write(`${writeJson({ ok: wrong.length === 0, problems: wrong })}\n`)
  else if (isUsual) yield* say(`There is no file ${KeysFile.path()}: the keys are the usual ones.`)
  else if (wrong.length === 0) yield* say(`The keys in ${Option.getOrElse(file, KeysFile.path)} can be used.`)
  else yield* Effect.forEach(wrong, tell)
  if (wrong.length > 0) return yield* new Exit({ code: 1 })
})
