import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, dirname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

import { sanitize } from "@remote-assist/cli/Terminal"
import { didYouMean } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { foreignMessage, isForeign, isScenario } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { describeFailure, messageOf } from "./Result.ts"

const packages = ["effect", "@remote-assist/core", "@remote-assist/e2e", "@remote-assist/http-mock"]

const shared = new RegExp(`^(?:${packages.join("|")})(?:/|$)`)

const isInstalled = (url: string | undefined) => url?.includes("/node_modules/") === true

const isModule = (url: string) => /^file:.*(?<!\.d)\.ts$/.test(url) && !isInstalled(url)

/**
 * Registers hooks that resolve Effect, the SDK and this package for scenarios in any folder, as two copies of Effect do not
 * work together. Loads TypeScript as ES modules, also without `"type": "module"`.
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

/** A scenario and its file. */
export interface DiscoveredScenario {
  /** Path of its file below its folder, without the ending: `users/deactivate-blocks-login`. */
  readonly name: string
  readonly file: string
  /** The first comment of the file. */
  readonly description: string
  readonly scenario: Scenario
}

/** Files that are not valid scenarios. */
export class InvalidScenario extends Schema.TaggedError<InvalidScenario>()("InvalidScenario", {
  messages: Schema.Array(Schema.String)
}) {
  override get message() {
    return this.messages.join("\n")
  }
}

export const invalid = (file: string, reason: string): InvalidScenario =>
  new InvalidScenario({ messages: [`${sanitize(relative(process.cwd(), file))} is invalid: ${reason}`] })

// in the package, or in the repository
const folders = ["../scenarios", "../../scenarios"].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The folder of the scenarios in this package. */
export const builtInFolder: string = folders.find((folder) => existsSync(folder)) ?? folders.join(" or ")

const ending = /\.[cm]?[jt]s$/

/** Whether a file is below a folder. */
export const isWithin = (folder: string, file: string): boolean => file.startsWith(join(folder, sep))

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes a folder and those around it, one by one: with `recursive` Node does not return for a folder such as /proc. */
export const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(resolve(folder)))
  mkdirSync(folder)
}

/** Whether an argument looks like a path, not like a part of a name. */
export const isPath = (argument: string): boolean => /^\.{0,2}\//.test(argument) || ending.test(argument)

/** Whether a path is a folder, or a file that may be a scenario. */
export const isScenarioPath = (path: string): boolean => isFolder(path) || (ending.test(path) && existsSync(path))

/** Patterns of scenario files below a folder. */
export const patterns = {
  include: "**/*.{ts,mts,cts,js,mjs,cjs}",
  exclude: ["**/{node_modules,dist}/**", "**/{.,_}*", "**/{.,_}*/**", "**/*.{d,test,spec}.?(c|m)[jt]s"]
}

/** Returns the scenario files below a folder, or the file itself. */
const filesOf = (root: string): ReadonlyArray<string> =>
  isFolder(root)
    ? globSync(patterns.include, { cwd: root, exclude: patterns.exclude })
        .toSorted()
        .map((path) => join(root, path))
    : [root]

const nameOf = (root: string, file: string) =>
  (isFolder(root) ? relative(root, file) : basename(file)).replace(ending, "").split(sep).join("/")

/** Returns the names of scenarios without loading them. */
export const scenarioNames = (roots: ReadonlyArray<string>): ReadonlyArray<string> =>
  roots.map((root) => resolve(root)).flatMap((root) => filesOf(root).map((file) => nameOf(root, file)))

// a shorter word is near to everything
const isSuggested = (part: string) => /[^/-]{3,}$/.test(part)

/** Returns a name, its folders, and the words of it and their beginnings. */
const partsOf = (name: string) => [
  name,
  ...name.split("/"),
  ...name.split(/[/-]/),
  ...Array.from(name.matchAll(/[/-]/g), ({ index }) => name.slice(0, index))
]

/** Suggests the name, or the part of one, that is closest to an unknown one. */
export const suggestion = (text: string, known: ReadonlyArray<string>): string => {
  const parts = known.flatMap(partsOf).filter(isSuggested)
  return didYouMean(text, [...new Set(parts)], Math.floor(basename(text).length / 3))
}

const comment = /^\s*\/\*\*([\s\S]*?)\*\//m

/** Returns the first JSDoc comment of a source as text. */
const descriptionOf = (source: string): string =>
  (comment.exec(source)?.[1] ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trim())
    .join("\n")
    .trim()

// Node writes the location of a syntax error before the stack
const syntaxErrorLocation = /^(\S.*:\d+)\n/

const relativeLocation = (location: string) => {
  const [, file = "", position = ""] = /^(.*?)((?::\d+)+)$/.exec(location) ?? []
  return `${relative(process.cwd(), file.startsWith("file:") ? fileURLToPath(file) : file)}${position}`
}

const missingImport = /^Cannot find (module|package) '(.+?)' imported from (.+)/

/** Finds the import of a missing module, whose error has no location. */
const importLocation = (message: string, file: string): string | undefined => {
  const [, kind, missing = "", from = ""] = missingImport.exec(message) ?? []
  const importer = from === fileURLToPath(import.meta.url) ? file : from
  if (!existsSync(importer)) return undefined
  const nameOf = (path: string) => (kind === "module" ? basename(path).replace(ending, "") : path)
  const isMissing = (part: string) => nameOf(part) === nameOf(missing) || part.startsWith(`${missing}/`)
  const lines = readFileSync(importer, "utf8").split("\n")
  const index = lines.findIndex((line) => line.split(/["']/).slice(1).some(isMissing))
  return index < 0 ? undefined : `${importer}:${index + 1}`
}

/** Explains why a file could not be loaded, with the location in it. */
const loadErrorMessage = (error: unknown, file: string): string => {
  const stack = error instanceof SyntaxError ? (error.stack ?? "") : ""
  const message = messageOf(error)
  const location =
    syntaxErrorLocation.exec(stack)?.[1] ?? importLocation(message, file) ?? describeFailure(Cause.die(error), file).at
  return location === undefined
    ? message.replace(` imported from ${fileURLToPath(import.meta.url)}`, "")
    : `${message.replace(/ imported from .*|\.$/, "")} (at ${relativeLocation(location)}).`
}

/** Suggests the entry of its folder that is closest to a path that does not exist. */
export const pathSuggestion = (path: string): string =>
  isFolder(dirname(path)) ? didYouMean(basename(path), readdirSync(dirname(path))) : ""

/** Suggests the module or export that an import names almost. */
const importHint = (error: unknown): Effect.Effect<string> =>
  Effect.gen(function* () {
    const message = messageOf(error)
    const [, module = "", name = ""] = /module '(.+)' does not provide an export named '(.+)'/.exec(message) ?? []
    if (shared.test(module)) {
      const names = Object.keys(yield* Effect.promise((): Promise<object> => import(module)))
      // shorter words, or more of them
      const abbreviated = new RegExp(`^${name.replaceAll(/(?=[A-Z])|$/g, "[a-z]*")}$`)
      const longer = (one: string) => name.toLowerCase().endsWith(one.toLowerCase())
      return suggestion(names.find((one) => abbreviated.test(one)) ?? names.find(longer) ?? name, names)
    }
    const [, missing = "", path = ""] = missingImport.exec(message) ?? []
    if (missing === "module") return existsSync(`${path}.ts`) ? ` Write ${basename(path)}.ts.` : pathSuggestion(path)
    if (message.includes("strip-only")) return " Node only removes types: write an object of constants instead."
    return missing === "" ? "" : didYouMean(path, packages)
  })

/** Loads the scenario in a file below one of the roots. */
export const load = (roots: ReadonlyArray<string>, file: string): Effect.Effect<DiscoveredScenario, InvalidScenario> =>
  Effect.gen(function* () {
    const module = yield* Effect.tryPromise({
      try: (): Promise<unknown> => import(pathToFileURL(file).href),
      catch: (cause) => ({ cause })
    }).pipe(
      Effect.catch(({ cause }) =>
        Effect.flatMap(importHint(cause), (hint) => invalid(file, `${loadErrorMessage(cause, file)}${hint}`))
      )
    )
    const scenario = typeof module === "object" && module !== null && "default" in module ? module.default : undefined
    if (!isScenario(scenario))
      return yield* invalid(
        file,
        "its default export is not a scenario. Write export default scenario(…), or start the file name with _."
      )
    if (isForeign(scenario.run)) return yield* invalid(file, foreignMessage("scenario"))
    const root = roots.find((root) => root === file || isWithin(root, file)) ?? file
    return { name: nameOf(root, file), file, description: descriptionOf(readFileSync(file, "utf8")), scenario }
  })

/** Loads the scenarios below folders and in files, ordered by name. Fails if two have the same name. */
export const discover = (
  paths: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<DiscoveredScenario>, InvalidScenario> =>
  Effect.gen(function* () {
    const roots = paths.map((root) => resolve(root))
    const files = [...new Set(roots.flatMap(filesOf))]
    const [found, failed] = yield* Effect.partition(files, (file) => load(roots, file), { concurrency: 16 })
    if (failed.length > 0) return yield* new InvalidScenario({ messages: failed.flatMap(({ messages }) => messages) })
    for (const [name, [one, other]] of Map.groupBy(found, ({ name }) => name))
      if (one !== undefined && other !== undefined)
        return yield* invalid(other.file, `${one.file} has the same name, ${name}.`)
    return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })

/** Returns an id that does not depend on the root: the name of a built-in scenario, or the path of another one. */
export const scenarioId = ({ file, name }: Pick<DiscoveredScenario, "file" | "name">): string =>
  isWithin(builtInFolder, file) ? name : relative(process.cwd(), file).split(sep).join("/")

/** Returns the tags of a scenario: its own, `destructive`, and its folders. */
export const tagsOf = ({ name, scenario: { destructive, tags } }: DiscoveredScenario): ReadonlyArray<string> => [
  ...new Set([...tags, ...(destructive ? ["destructive"] : []), ...name.split("/").slice(0, -1)])
]

/** Whether a scenario has one of these tags, and none of those written as `!tag`. */
export const hasTags = (found: DiscoveredScenario, selected: ReadonlyArray<string>): boolean => {
  const tags = tagsOf(found)
  const wanted = selected.filter((tag) => !tag.startsWith("!"))
  return (
    (wanted.length === 0 || wanted.some((tag) => tags.includes(tag))) &&
    !selected.some((tag) => tag.startsWith("!") && tags.includes(tag.slice(1)))
  )
}
