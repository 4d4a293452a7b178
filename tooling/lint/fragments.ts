import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path/posix"

import { relativeImports } from "./moduleImports.ts"

// Finds modules that are too small to stand alone.

/** A shorter module belongs into its only importer, if both are in one folder. */
const minLines = 40

/** How many modules may be shorter than `lines`. */
const tiny = { lines: 15, maxModules: 20 }

interface Importer {
  readonly path: string
  readonly isLazy: boolean
}

const importersOf = (sources: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlyArray<Importer>> => {
  const imports = [...sources].flatMap(([path, text]) =>
    relativeImports(path, text).map(({ isLazy, name }) => ({ path, isLazy, to: join(dirname(path), name) }))
  )
  return Map.groupBy(imports, ({ to }) => to)
}

/** Returns a message for each module that is too small. Only `sources` below `src` are checked; `entries` are exported by packages. */
export const findFragments = (
  sources: ReadonlyMap<string, string>,
  entries: ReadonlySet<string>
): ReadonlyArray<string> => {
  const importers = importersOf(sources)
  const modules = [...sources].flatMap(([path, text]) =>
    /^(?:packages|apps)\/[^/]+\/src\//.test(path) ? [{ path, lines: text.split("\n").length - 1 }] : []
  )
  const fragments = modules.flatMap(({ lines, path }) => {
    const all = importers.get(path) ?? []
    const [importer, other] = new Set(all.map(({ path }) => path))
    const isMergeable =
      importer !== undefined &&
      other === undefined &&
      dirname(importer) === dirname(path) &&
      all.some(({ isLazy }) => !isLazy)
    // a component has its own file, and so has a resource of the terminal UI
    return isMergeable && lines < minLines && !entries.has(path) && !/\.tsx$|\/src\/resources\//.test(path)
      ? [`${path}: ${lines} lines with one importer. Merge it into ${importer}.`]
      : []
  })
  const small = modules.filter(({ lines }) => lines < tiny.lines)
  return small.length <= tiny.maxModules
    ? fragments
    : [
        ...fragments,
        `${small.length} modules have fewer than ${tiny.lines} lines. At most ${tiny.maxModules} may: ${small.map(({ path }) => path).join(", ")}`
      ]
}

/** The patterns of the modules that a package exports, such as `packages/core/src/*.ts`. */
const entryPatterns = (manifest: string): ReadonlyArray<string> => {
  const { exports = {} } = JSON.parse(readFileSync(manifest, "utf8"))
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === "object" && target !== null ? Object.values(target) : [target]
  )
  return targets.flatMap((target) => (typeof target === "string" ? [join(dirname(manifest), target)] : []))
}

if (import.meta.main) {
  const paths = globSync(["{packages,apps}/*/*.ts", "{packages,apps}/*/src/**/*.{ts,tsx}", "tooling/**/*.ts"], {
    exclude: ["**/node_modules", "tooling/test"]
  })
  if (paths.length === 0) throw new Error("No sources found. Run this in the root of the repository.")
  const sources = new Map(paths.toSorted().map((path) => [path.replaceAll("\\", "/"), readFileSync(path, "utf8")]))
  const messages = findFragments(
    sources,
    new Set(globSync(globSync("{packages,apps}/*/package.json").flatMap(entryPatterns)))
  )
  for (const message of messages) console.error(message)
  if (messages.length > 0) process.exitCode = 1
}
