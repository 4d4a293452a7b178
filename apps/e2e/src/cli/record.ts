import { existsSync } from "node:fs"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { print } from "../code/print.ts"
import { read } from "../record/read.ts"
import { recordScript } from "../record/recordScript.ts"
import { isAddress, originOf } from "../targets/origin.ts"
import { Misuse } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { toFile } from "./files.ts"
import type { Given } from "./recordFlags.ts"

const fromOf = (from: string) =>
  isAddress(from)
    ? Effect.map(originOf(from), ({ origin }) => origin)
    : new Misuse({ message: `--from ${from} is no address: give that of an emulator, such as http://127.0.0.1:4010.` })

/** Writes what reached an emulator as a scenario. */
export const record = Effect.fnUntraced(
  function* ({ force, from, out, since, tenant }: Given) {
    if (!out.endsWith(".ts"))
      return yield* new Misuse({ message: `--out ${out} is no scenario: give a name that ends in .ts.` })
    if (!force && existsSync(out))
      return yield* new Misuse({ message: `${out} is there already: give another name, or --force.` })
    const file = yield* toFile(out)
    const recorded = yield* read(yield* fromOf(from), Option.getOrUndefined(tenant), Option.getOrUndefined(since))
    if (recorded.entries.length === 0)
      return yield* new Misuse({
        message: `The journal at ${from} has no such requests. Check --tenant and --since.`
      })
    const script = recordScript({ ...recorded, about: [`What was recorded at ${from}: say here what it shows.`] })
    file.write(print(script))
    if (!file.isWhole()) return
    const count = (tag: string) => script.statements.filter(({ _tag }) => _tag === tag).length
    yield* Console.log(`${count("Call")} calls written to ${out}, ${count("Comment")} requests left out as comments.`)
  },
  Effect.scoped,
  withEndings
)
