import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, join, relative, resolve, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

import { sanitize } from "@remote-assist/cli/Terminal"
import { nearest } from "@remote-assist/core/Nearest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ForeignEffect, isForeign, isScenario, unknownNeed } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { failureOf, messageOf } from "./failure.ts"

const shared = /^(?:effect|@remote-assist\/(?:core|e2e|http-mock))(?:\/|$)/

const isInstalled = (url: string | undefined) => url?.includes("/node_modules/") === true

const isModule = (url: string) => /^file:.*(?<!\.d)\.ts$/.test(url) && !isInstalled(url)

/**
 * Resolves Effect, the SDK and this package for scenarios in any folder from where the runner has them, also where nothing is
 * installed: two copies of Effect in one program would not work together. Reads TypeScript as modules, whatever package.json
 * says.
 */
export const shareOwnModules: Effect.Effect<void> = Effect.runSync(
  Effect.cached(
    Effect.sync(() => {
      registerHooks({
        resolve: (specifier, context, next) =>
          next(
            specifier,
            shared.test(specifier) && !isInstalled(context.parentURL)
              ? { ...context, parentURL: import.meta.url }
              : context
          ),
        load: (url, context, next) => next(url, isModule(url) ? { ...context, format: "module-typescript" } : context)
      })
    })
  )
)

/** A scenario and where it was found. */
export interface Found {
  /** Path of its file below its folder, without the ending: `users/deactivate-blocks-login`. */
  readonly name: string
  readonly file: string
  /** Its first comment. */
  readonly about: string
  readonly scenario: Scenario
}

/** Files that cannot be used as scenarios. */
export class BadScenario extends Schema.TaggedError<BadScenario>()("BadScenario", {
  files: Schema.Array(Schema.Struct({ file: Schema.String, reason: Schema.String }))
}) {
  /** A sentence or two for each file. */
  get sentences(): ReadonlyArray<string> {
    return this.files.map(({ file, reason }) => `${sanitize(file)} cannot be used: ${reason}`)
  }
  override get message() {
    return this.sentences.join("\n")
  }
}

const bad = (file: string, reason: string) =>
  new BadScenario({ files: [{ file: relative(process.cwd(), file), reason }] })

// beside the bundle in the package, or in the repository
const folders = ["../scenarios", "../../scenarios"].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The folder of the scenarios that come with the runner. */
export const ownFolder: string = folders.find((folder) => existsSync(folder)) ?? folders.join(" or ")

const ending = /\.[cm]?[jt]s$/

/** Whether a file is below a folder. */
export const isWithin = (folder: string, file: string): boolean => file.startsWith(join(folder, sep))

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Whether an argument is written as a file or a folder, and not as a part of a name. */
export const isPath = (argument: string): boolean => /^\.{0,2}\//.test(argument) || ending.test(argument)

/** Whether there is such a folder, or such a file that may be a scenario. */
export const isScenarioPath = (path: string): boolean => isFolder(path) || (ending.test(path) && existsSync(path))

/** The patterns of files below a folder that are scenarios, and of those that are not. */
export const patterns = {
  include: "**/*.{ts,mts,cts,js,mjs,cjs}",
  exclude: ["**/{node_modules,dist}/**", "**/{.,_}*", "**/{.,_}*/**", "**/*.{d,test,spec}.?(c|m)[jt]s"]
}

const isPassedOver = (path: string) =>
  /^[_.]|^node_modules$|^dist$|\.(?:d|test|spec)\.[cm]?[jt]s$/.test(basename(path)) && path !== "."

/** The files below a folder that may be scenarios, or a file itself. */
const filesOf = (root: string): ReadonlyArray<string> =>
  isFolder(root)
    ? globSync(patterns.include, { cwd: root, exclude: isPassedOver })
        .toSorted()
        .map((path) => join(root, path))
    : [root]

const nameOf = (root: string, file: string) =>
  (isFolder(root) ? relative(root, file) : basename(file)).replace(ending, "").split(sep).join("/")

/** The names of the scenarios below folders and in files; the files are not loaded. */
export const namesIn = (roots: ReadonlyArray<string>): ReadonlyArray<string> =>
  roots.map((root) => resolve(root)).flatMap((root) => filesOf(root).map((file) => nameOf(root, file)))

/** The texts closest to one that chooses nothing, as a question. */
export const suggestion = (text: string, known: ReadonlyArray<string>): string => {
  const parts = known.flatMap((name) => [
    name,
    ...name.split("/").flatMap((part, index, all) => [part, all.slice(0, index + 1).join("/")])
  ])
  const near = nearest(text, [...new Set(parts)])
  return near === undefined ? "" : ` Did you mean ${near}?`
}

const comment = /^\s*\/\*\*([\s\S]*?)\*\//m

/** The first comment of a source, without its stars. */
const aboutOf = (source: string): string =>
  (comment.exec(source)?.[1] ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trim())
    .join("\n")
    .trim()

// Node writes this before the stack of a source that it cannot parse
const marked = /^(\S.*:\d+)\n/

const pathOf = (place: string) => {
  const [, file = "", position = ""] = /^(.*?)((?::\d+)+)$/.exec(place) ?? []
  return `${relative(process.cwd(), file.startsWith("file:") ? fileURLToPath(file) : file)}${position}`
}

/** Why a file could not be loaded, and where in it. */
const notLoaded = (error: unknown, file: string): string => {
  const stack = error instanceof SyntaxError ? (error.stack ?? "") : ""
  const place = marked.exec(stack)?.[1] ?? failureOf(Cause.die(error), file).at
  const message = messageOf(error).replace(` imported from ${fileURLToPath(import.meta.url)}`, "")
  return place === undefined ? message : `${message.replace(/\.$/, "")} (at ${pathOf(place)}).`
}

/** Loads the scenario in a file below one of these folders. */
export const load = (roots: ReadonlyArray<string>, file: string): Effect.Effect<Found, BadScenario> =>
  Effect.gen(function* () {
    const module = yield* Effect.tryPromise({
      try: (): Promise<unknown> => import(pathToFileURL(file).href),
      catch: (error) => bad(file, notLoaded(error, file))
    })
    const scenario = typeof module === "object" && module !== null && "default" in module ? module.default : undefined
    if (!isScenario(scenario))
      return yield* bad(
        file,
        "it has no scenario as its default export. Write export default scenario(…), or begin its name with _."
      )
    if (isForeign(scenario.run)) return yield* bad(file, new ForeignEffect("scenario").message)
    const need = unknownNeed(scenario)
    if (need !== undefined) return yield* bad(file, `it needs ${need}, which no target offers.`)
    const root = roots.find((root) => root === file || isWithin(root, file)) ?? file
    return { name: nameOf(root, file), file, about: aboutOf(readFileSync(file, "utf8")), scenario }
  })

/** The scenarios below folders and in files, ordered by name. Fails if two have the same name. */
export const discover = (given: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Found>, BadScenario> =>
  Effect.gen(function* () {
    const roots = given.map((root) => resolve(root))
    const files = [...new Set(roots.flatMap(filesOf))]
    const [found, unusable] = yield* Effect.partition(files, (file) => load(roots, file), { concurrency: 16 })
    if (unusable.length > 0) return yield* new BadScenario({ files: unusable.flatMap(({ files }) => files) })
    for (const [name, [one, other]] of Map.groupBy(found, ({ name }) => name))
      if (one !== undefined && other !== undefined)
        return yield* bad(other.file, `${one.file} has the same name, ${name}.`)
    return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })

/** Identifies a scenario, also if another folder around it was given: its name, or the path of a file of your own. */
export const placeOf = ({ file, name }: Pick<Found, "file" | "name">): string =>
  isWithin(ownFolder, file) ? name : relative(process.cwd(), file).split(sep).join("/")

/** The tags of a scenario: its own, `destructive`, and the folders that it is in. */
export const tagsOf = ({ name, scenario: { destructive, tags } }: Found): ReadonlyArray<string> => [
  ...new Set([...tags, ...(destructive ? ["destructive"] : []), ...name.split("/").slice(0, -1)])
]

/** Whether a scenario has one of these tags, and none that is written as `!tag`. */
export const hasTags = (found: Found, asked: ReadonlyArray<string>): boolean => {
  const tags = tagsOf(found)
  const wanted = asked.filter((tag) => !tag.startsWith("!"))
  return (
    (wanted.length === 0 || wanted.some((tag) => tags.includes(tag))) &&
    !asked.some((tag) => tag.startsWith("!") && tags.includes(tag.slice(1)))
  )
}
