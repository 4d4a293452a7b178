import { isAbsolute, join } from "node:path"

import * as Effect from "effect/Effect"

import { print } from "../code/print.ts"
import type { Done } from "../fuzz/Pair.ts"
import { reportOf } from "../fuzz/report.ts"
import { scriptOf } from "../fuzz/scriptOf.ts"
import { CurrentFiles, toFile } from "./files.ts"

/** When the clocks of target and model stand still, so that times are equal. */
export const stopAt = "2026-01-15T12:00:00Z"

/** What was asked of `fuzz`. */
export interface Asked {
  readonly runs: number
  readonly seed: number
  readonly commands: number
  readonly concurrent: boolean
  readonly target: string
  readonly out: string
}

/** The command line that looks in the same way. */
export const again = ({ commands, concurrent, runs, seed, target }: Asked): string =>
  `remote-assist-e2e fuzz --runs ${runs} --seed ${seed} --commands ${commands} --target ${target}${concurrent ? " --concurrent" : ""}`

const nameOf = (done: ReadonlyArray<Done>, seed: number) => {
  const last = done.at(-1)?.command
  const what = last?._tag === "Call" ? last.operation : (last?._tag ?? "")
  const words = what.replaceAll(/([a-z])([A-Z])|\./g, "$1-$2").toLowerCase()
  return `${words}-${seed}`
}

const written = (file: string, text: string) =>
  Effect.gen(function* () {
    const { unwritten } = yield* CurrentFiles
    return yield* Effect.matchEffect(toFile(file), {
      onSuccess: ({ isWhole, write }) =>
        Effect.sync(() => {
          write(text)
          return isWhole()
        }),
      onFailure: ({ message }) => Effect.sync(() => (unwritten.push(message), false))
    })
  }).pipe(Effect.scoped)

/** Writes what was found, a scenario that replays it and a report; yields the report. What cannot be written is noted. */
export const writeFound = Effect.fnUntraced(function* (done: ReadonlyArray<Done>, asked: Asked) {
  const path = join(asked.out, nameOf(done, asked.seed))
  const replay = `remote-assist-e2e ${isAbsolute(path) ? path : `./${path}`}.ts --target ${asked.target}`
  const report = `${reportOf(done)}\n\nAgain: ${again(asked)}\nReplay: ${replay}\n`
  const about = ["What the target answers differs from the model.", "", `Found by: ${again(asked)}`]
  const [scenario, text] = [`${path}.ts`, `${path}.txt`]
  const files = [
    ...((yield* written(scenario, print(scriptOf(done, stopAt, about)))) ? [scenario] : []),
    ...((yield* written(text, report)) ? [text] : [])
  ]
  return files.length === 0 ? report : `${report}Written to ${files.join(" and ")}.`
})
