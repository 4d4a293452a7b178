import { existsSync } from "node:fs"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import {
  discover,
  hasTags,
  isPath,
  isScenarioPath,
  namesIn,
  ownFolder,
  shareOwnModules,
  suggestion
} from "../runner/discovery.ts"

/** A command that cannot be carried out as given. */
export class Misuse extends Schema.TaggedError<Misuse>()("Misuse", { message: Schema.String }) {}

/** Which scenarios a command is about; the flags of {@link import("./flags.ts").selection} say so. */
interface Selection {
  readonly names: ReadonlyArray<string>
  readonly tag: ReadonlyArray<string>
}

const misuse = (message: string) => Effect.fail(new Misuse({ message }))

/**
 * Tells folders and files from parts of names: by how an argument is written, else a part of a name, else a folder or a file.
 * Each must choose something. Without a path the scenarios of the runner are meant.
 */
export const placesOf = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  if (given.some((argument) => argument.trim() === ""))
    return yield* misuse("An argument is empty. Leave it out to choose all scenarios.")
  const written = given.filter(isPath)
  const absent = written.find((path) => !existsSync(path))
  if (absent !== undefined)
    return yield* misuse(
      `${absent} does not exist. Paths start from the current folder; parts of names have no ./ before them.`
    )
  const known = namesIn(written.length === 0 ? [ownFolder] : written)
  const chooses = (part: string) => (name: string) => name.includes(part)
  const others = given.filter((argument) => !isPath(argument))
  const folders = others.filter((argument) => !known.some(chooses(argument)) && isScenarioPath(argument))
  const names = others.filter((argument) => !folders.includes(argument))
  const paths = [...written, ...folders]
  const all = folders.length === 0 ? known : namesIn(paths)
  const unknown = names.find((part) => !all.some(chooses(part)))
  if (unknown !== undefined)
    return yield* misuse(
      `${unknown} chooses no scenario: it is in none of ${all.length} names, and there is no such folder or file.${suggestion(unknown, all)} See all with --list.`
    )
  const empty = paths.find((path) => namesIn([path]).length === 0)
  if (empty !== undefined)
    return yield* misuse(`${empty} has no scenario in it. Write one with remote-assist-e2e new --folder ${empty}.`)
  for (const name of names.filter(isScenarioPath))
    yield* Console.error(`${name} is taken as a part of names. Write ./${name} for the folder or file.`)
  return { paths, names }
})

/** Refuses a `--tag` without a name, such as an empty shell variable. */
export const checkTags = (tags: ReadonlyArray<string>): Effect.Effect<void, Misuse> =>
  tags.some((tag) => tag === "" || tag === "!")
    ? misuse("A --tag names none: leave it out to choose all.")
    : Effect.void

export const noneChosen = (tags: ReadonlyArray<string>): Misuse =>
  new Misuse({
    message: `No scenario is chosen${tags.length === 0 ? "" : ` by the tag ${tags.join(" or ")}`}. See all with --list.`
  })

/** The scenarios that are chosen. */
export const chosen = Effect.fnUntraced(function* ({ names, tag }: Selection) {
  yield* checkTags(tag)
  const { names: parts, paths } = yield* placesOf(names)
  yield* paths.length === 0 ? Effect.void : shareOwnModules
  const all = yield* discover(paths.length === 0 ? [ownFolder] : paths)
  const found = all.filter(
    (one) => (parts.length === 0 || parts.some((part) => one.name.includes(part))) && hasTags(one, tag)
  )
  return found.length === 0 ? yield* noneChosen(tag) : found
})

/** The one scenario that a name, a part of one or a file chooses; a whole name is preferred to parts. */
export const oneChosen = Effect.fnUntraced(function* (given: string) {
  const found = yield* chosen({ names: [given], tag: [] })
  const [only, other] = found
  const named = found.find(({ name }) => name === given) ?? (other === undefined ? only : undefined)
  const some = found.slice(0, 5).map(({ name }) => name)
  return (
    named ??
    (yield* misuse(
      `${given} chooses ${found.length} scenarios, and one is needed: ${some.join(", ")}${found.length > 5 ? " …" : ""}.`
    ))
  )
})
