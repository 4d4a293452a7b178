import { readFileSync, statSync } from "node:fs"
import { basename, join, relative, resolve, sep } from "node:path"
import { pathToFileURL } from "node:url"

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ForeignEffect, isForeign } from "../scenario/sameEffect.ts"
import { isScenario, unknownNeed } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { notLoaded } from "./notLoaded.ts"
import { ending, sourcesOf } from "./sources.ts"
import type { Source } from "./sources.ts"
import { visible } from "./visible.ts"

/** What is known of a scenario before its file is loaded. */
export interface Listed {
  /** Path of its file below its folder, without the ending: `users/deactivate-blocks-login`. */
  readonly name: string
  readonly file: string
  /** What its first comment says. */
  readonly about: string
  readonly scenario: Pick<Scenario, "tags" | "destructive">
}

/** A scenario and where it was found. */
export interface Found extends Listed {
  readonly scenario: Scenario
}

/** Files that cannot be used as scenarios. */
export class BadScenario extends Schema.TaggedError<BadScenario>()("BadScenario", {
  files: Schema.Array(Schema.Struct({ file: Schema.String, reason: Schema.String }))
}) {
  /** A sentence or two for each. */
  get sentences(): ReadonlyArray<string> {
    return this.files.map(({ file, reason }) => `${visible(file)} cannot be used: ${reason}`)
  }
  override get message() {
    return this.sentences.join("\n")
  }
}

const bad = (file: string, reason: string) =>
  new BadScenario({ files: [{ file: relative(process.cwd(), file), reason }] })

/** Whether a file is below a folder. */
export const isWithin = (folder: string, file: string): boolean => file.startsWith(join(folder, sep))

/** Whether a path is a folder that is there. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Whether an argument is written as a file or a folder, and not as a part of a name. */
export const isPath = (argument: string): boolean => /^\.{0,2}\//.test(argument) || ending.test(argument)

/** Whether a folder, or a file that may be a scenario, is there. */
export const isScenarioPath = (path: string): boolean =>
  isFolder(path) || (ending.test(path) && statSync(path, { throwIfNoEntry: false }) !== undefined)

const comment = /^\s*\/\*\*([\s\S]*?)\*\//m

/** The first comment of a source, without its stars. */
export const aboutOf = (source: string): string =>
  (comment.exec(source)?.[1] ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trim())
    .join("\n")
    .trim()

const nameOf = (root: string, file: string) =>
  (isFolder(root) ? relative(root, file) : basename(file)).replace(ending, "").split(sep).join("/")

/** The names of the scenarios below folders and in files, which are not loaded. */
export const namesIn = (roots: ReadonlyArray<string>): ReadonlyArray<string> =>
  roots.map((root) => resolve(root)).flatMap((root) => sourcesOf(root).map(({ file }) => nameOf(root, file)))

/** How long a file may take to load unless the run says otherwise, and at least, in seconds. */
const patience = { usual: 60, least: 10 }

/** Fails after a while; a process that has nothing else to wait for does not wait for that. */
const notWithin = (file: string, seconds: number) =>
  Effect.callback<never, BadScenario>((resume) => {
    const late = () =>
      resume(bad(file, `it was not loaded within ${seconds} s. Look for an await at its top that nothing ends.`))
    const timer = setTimeout(late, seconds * 1000).unref()
    return Effect.sync(() => clearTimeout(timer))
  })

/** The scenario in a file. */
export const load = (root: string, file: string, seconds = patience.usual): Effect.Effect<Found, BadScenario> =>
  Effect.gen(function* () {
    const loading = Effect.tryPromise({
      try: (): Promise<unknown> => import(pathToFileURL(file).href),
      catch: (error) => bad(file, notLoaded(error, file, import.meta.url))
    })
    const module = yield* Effect.raceFirst(loading, notWithin(file, Math.max(patience.least, seconds)))
    const scenario = typeof module === "object" && module !== null && "default" in module ? module.default : undefined
    if (!isScenario(scenario))
      return yield* bad(
        file,
        "it has no scenario as its default export. Write export default scenario(…), or begin its name with _."
      )
    if (isForeign(scenario.run)) return yield* bad(file, new ForeignEffect("scenario").message)
    const need = unknownNeed(scenario)
    if (need !== undefined) return yield* bad(file, `it needs ${need}, which no target offers.`)
    return { name: nameOf(root, file), file, about: aboutOf(readFileSync(file, "utf8")), scenario }
  })

const loadSource = (root: string, { file, unreadable }: Source, seconds?: number) =>
  unreadable === undefined ? load(root, file, seconds) : Effect.fail(bad(file, unreadable))

/**
 * The scenarios below folders and in files, each loaded within some seconds, in the order of their names; a name that stands
 * twice is refused.
 */
export const discover = (
  roots: ReadonlyArray<string>,
  seconds?: number
): Effect.Effect<ReadonlyArray<Found>, BadScenario> =>
  Effect.gen(function* () {
    const sources = roots
      .map((root) => resolve(root))
      .flatMap((root) => sourcesOf(root).map((source) => ({ root, source })))
    const [found, unusable] = yield* Effect.partition(
      sources,
      ({ root, source }) => loadSource(root, source, seconds),
      {
        concurrency: 16
      }
    )
    if (unusable.length > 0) return yield* new BadScenario({ files: unusable.flatMap(({ files }) => files) })
    const byName = new Map<string, Found>()
    for (const one of found) {
      const other = byName.get(one.name)
      if (other !== undefined && other.file !== one.file)
        return yield* bad(one.file, `${other.file} has the same name, ${one.name}.`)
      byName.set(one.name, one)
    }
    return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })
