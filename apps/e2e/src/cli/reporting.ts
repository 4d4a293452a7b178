import { nearest } from "@remote-assist/cli/Nearest"
import * as Effect from "effect/Effect"

import type { Reporter } from "../reporters/Reporter.ts"
import { isReporter, reporters } from "../reporters/reporters.ts"
import type { ReporterName } from "../reporters/reporters.ts"
import type { Listener } from "../runner/Event.ts"
import { Misuse } from "./choosing.ts"
import { toFile } from "./files.ts"
import { outputOf } from "./output.ts"

/** A reporter, and the file that it writes to; standard output where there is none. */
interface Asked {
  readonly name: ReporterName
  readonly file: string | undefined
}

const read = (text: string): Effect.Effect<Asked, Misuse> => {
  const [, name = "", file] = /^([^=]*)(?:=(.+))?$/.exec(text) ?? []
  const names = Object.keys(reporters)
  const meant = nearest(name, names, 2)
  return isReporter(name)
    ? Effect.succeed({ name, file })
    : Effect.fail(
        new Misuse({
          message: `There is no reporter ${name}.${meant === undefined ? "" : ` Did you mean ${meant}?`} Give ${names.join(", ")}, each with =file to write it there.`
        })
      )
}

/** Whether a reporter tells what the emulator's journal says of requests that did not fail as well. */
export const readsJournal = (text: string): boolean => /^html(?:=|$)/.test(text)

// what is drawn anew is no use in the log of a CI server, nor on a terminal that cannot move its cursor
const isWatched = () => process.stdout.isTTY && !process.env["CI"] && process.env["TERM"] !== "dumb"

const usual = (): ReporterName =>
  process.env["GITHUB_ACTIONS"] === "true" ? "github" : isWatched() ? "pretty" : "lines"

const make = ({ file, name }: Asked) =>
  Effect.map(file === undefined ? Effect.succeed(outputOf(process.stdout)) : toFile(file), (output): Reporter =>
    reporters[name](output)
  )

/**
 * The reporters that were asked for, as `junit=out.xml`, as one listener; the usual one writes to standard output unless one
 * was asked to. Two cannot write there.
 */
export const listenerOf = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const given = yield* Effect.forEach(asked, read)
  const onOutput = given.filter(({ file }) => file === undefined)
  if (onOutput.length > 1)
    return yield* new Misuse({
      message: `${onOutput.map(({ name }) => name).join(" and ")} cannot both write to standard output: give all but one a file, as ${onOutput[1]?.name}=report.`
    })
  const all = onOutput.length === 1 ? given : [{ name: usual(), file: undefined }, ...given]
  const made = yield* Effect.forEach(all, make)
  const listener: Listener = (event) => {
    for (const reporter of made) reporter(event)
  }
  return listener
})
