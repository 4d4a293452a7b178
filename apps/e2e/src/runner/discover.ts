import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join, relative, resolve, sep } from "node:path"
import { pathToFileURL } from "node:url"

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ForeignEffect, isForeign } from "../scenario/sameEffect.ts"
import { isScenario, unknownNeed } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"

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

/** A file that cannot be used as a scenario. */
export class BadScenario extends Schema.TaggedError<BadScenario>()("BadScenario", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.file} cannot be used: ${this.reason}`
  }
}

/** Whether a file is below a folder. */
export const isWithin = (folder: string, file: string): boolean => file.startsWith(join(folder, sep))

const ending = /\.[cm]?[jt]s$/

const isSource = (name: string) => ending.test(name) && !/\.(?:d|test|spec)\.[cm]?ts$/.test(name)

/** Whether a path is a folder that is there. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Whether an argument is written as a file or a folder, and not as a part of a name. */
export const isPath = (argument: string): boolean => /^\.{0,2}\//.test(argument) || ending.test(argument)

/** Whether a folder, or a file that may be a scenario, is there. */
export const isScenarioPath = (path: string): boolean =>
  isFolder(path) || (ending.test(path) && statSync(path, { throwIfNoEntry: false }) !== undefined)

const filesOf = (root: string): ReadonlyArray<string> =>
  isFolder(root)
    ? readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter(
          (name) => isSource(name) && !name.split(sep).some((part) => part.startsWith("_") || part === "node_modules")
        )
        .toSorted()
        .map((name) => join(root, name))
    : [root]

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
  roots.map((root) => resolve(root)).flatMap((root) => filesOf(root).map((file) => nameOf(root, file)))

/** The scenario in a file. */
export const load = (root: string, file: string): Effect.Effect<Found, BadScenario> =>
  Effect.gen(function* () {
    const bad = (reason: string) => new BadScenario({ file: relative(process.cwd(), file), reason })
    const module: unknown = yield* Effect.tryPromise({
      try: () => import(pathToFileURL(file).href),
      catch: (error) => bad(error instanceof Error ? error.message : String(error))
    })
    const scenario = typeof module === "object" && module !== null && "default" in module ? module.default : undefined
    if (!isScenario(scenario))
      return yield* bad(
        "it has no scenario as its default export. Write export default scenario(…), or begin its name with _."
      )
    if (isForeign(scenario.run)) return yield* bad(new ForeignEffect("scenario").message)
    const need = unknownNeed(scenario)
    if (need !== undefined) return yield* bad(`it needs ${need}, which no target offers.`)
    return { name: nameOf(root, file), file, about: aboutOf(readFileSync(file, "utf8")), scenario }
  })

/** The scenarios below folders and in files, in the order of their names; a name that stands twice is refused. */
export const discover = (roots: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Found>, BadScenario> =>
  Effect.gen(function* () {
    const files = roots.map((root) => resolve(root)).flatMap((root) => filesOf(root).map((file) => ({ root, file })))
    const found: ReadonlyArray<Found> = yield* Effect.forEach(files, ({ file, root }) => load(root, file), {
      concurrency: 16
    })
    const byName = new Map<string, Found>()
    for (const one of found) {
      const other = byName.get(one.name)
      if (other !== undefined && other.file !== one.file)
        return yield* new BadScenario({ file: one.file, reason: `${other.file} has the same name, ${one.name}.` })
      byName.set(one.name, one)
    }
    return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })
