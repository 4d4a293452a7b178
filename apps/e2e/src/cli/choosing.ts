import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { discover } from "../runner/discover.ts"
import { listOwn, loadAll } from "../runner/library.ts"
import { shareOwnModules } from "../runner/ownModules.ts"
import { select } from "../runner/select.ts"
import type { LastRun, Shard } from "../runner/select.ts"
import { watch } from "../runner/watchdog.ts"
import { placesOf } from "./arguments.ts"

/** A command that cannot be carried out as given. */
export class Misuse extends Schema.TaggedError<Misuse>()("Misuse", { message: Schema.String }) {}

/** What the flags of {@link import("./flags.ts").selection} yield. */
export interface Asked {
  readonly names: ReadonlyArray<string>
  readonly tag: ReadonlyArray<string>
  readonly grep: Option.Option<string>
  readonly shard: Option.Option<string>
  /** Longest that a scenario may take, in seconds. */
  readonly timeout?: number
}

// in seconds, also for the loading of files
const usualTimeout = 60

const patternOf = (text: string) =>
  Effect.try({
    try: () => new RegExp(text, "i"),
    catch: (error) => new Misuse({ message: `--grep is no regular expression: ${String(error)}` })
  })

const shardOf = (text: string): Effect.Effect<Shard, Misuse> => {
  const [, index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  return index >= 1 && index <= of
    ? Effect.succeed({ index, of })
    : Effect.fail(new Misuse({ message: `--shard ${text} is no part such as 1/4, the first of four.` }))
}

const given = <A, E>(option: Option.Option<string>, read: (text: string) => Effect.Effect<A, E>) =>
  Option.isSome(option) ? read(option.value) : Effect.undefined

const nothing = ({ names, tag }: Asked, all: number) =>
  new Misuse({
    message: `No scenario of ${all} is chosen${names.length === 0 ? "" : ` by ${names.join(" or ")}`}${tag.length === 0 ? "" : ` with the tag ${tag.join(" or ")}`}. See them all with --list.`
  })

const places = ({ names }: Pick<Asked, "names">, last?: LastRun) =>
  Effect.mapError(Effect.fromResult(placesOf(names, last?.paths)), (message) => new Misuse({ message }))

/** The files and folders that are meant; none where the scenarios that come with the runner are. */
export const pathsOf = (asked: Pick<Asked, "names">, last?: LastRun): Effect.Effect<ReadonlyArray<string>, Misuse> =>
  Effect.map(places(asked, last), ({ paths }) => paths)

/** What chooses by nothing, such as a variable of a shell that is not set, and would so choose all. */
const emptyIn = ({ grep, tag }: Asked) => {
  if (tag.some((one) => one === "" || one === "!")) return "A --tag names none"
  return Option.contains(grep, "") ? "--grep is empty" : undefined
}

/** What is known of {@link chosen}, which are not loaded unless that needs it. */
export const listed = Effect.fnUntraced(function* (asked: Asked, last?: LastRun) {
  const empty = emptyIn(asked)
  if (empty !== undefined) return yield* new Misuse({ message: `${empty}: leave it out to choose all.` })
  const { names, notes, paths } = yield* places(asked, last)
  for (const note of notes) yield* Console.error(note)
  const shard = yield* given(asked.shard, shardOf)
  const grep = yield* given(asked.grep, patternOf)
  const all = yield* paths.length === 0
    ? listOwn
    : Effect.andThen(
        watch(asked.timeout ?? usualTimeout),
        Effect.andThen(shareOwnModules, discover(paths, asked.timeout))
      )
  const found = select(all, { names, tags: asked.tag, grep })
  if (found.length === 0) return yield* nothing(asked, all.length)
  const again = select(found, { failed: last?.failed })
  if (last !== undefined && again.length === 0)
    yield* Console.error(
      last.failed.size === 0 ? "Nothing failed in the last run." : "None of these failed in the last run."
    )
  const part = select(again, { shard })
  if (shard !== undefined && part.length === 0 && again.length > 0)
    yield* Console.error(
      `No scenario is in part ${shard.index} of ${shard.of}: there ${again.length === 1 ? "is 1" : `are ${again.length}`} in all.`
    )
  return part
})

/** The scenarios that were asked for: those of the runner unless files or folders are given. None is a misuse, but in a shard and of those that failed last. */
export const chosen = (asked: Asked, last?: LastRun) => Effect.flatMap(listed(asked, last), loadAll)

/** The one scenario that a name, a part of one or a file chooses; several are a misuse, unless one has the whole name. */
export const oneChosen = Effect.fnUntraced(function* (given: string) {
  const none = Option.none<string>()
  const found = yield* chosen({ names: [given], tag: [], grep: none, shard: none })
  const [only, other] = found
  const named = found.find(({ name }) => name === given) ?? (other === undefined ? only : undefined)
  return (
    named ??
    (yield* new Misuse({
      message: `${given} chooses ${found.length} scenarios, and one is needed: ${found
        .slice(0, 5)
        .map(({ name }) => name)
        .join(", ")}${found.length > 5 ? " …" : ""}.`
    }))
  )
})
