import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path/posix"

import { relativeImports } from "./moduleImports.ts"

// finds modules that are too small to stand alone

/** Under this length a module belongs into its only importer, if both are in one folder. */
const minLines = 40

/** How many modules under this length there may be. */
const tiny = { lines: 15, maxModules: 20 }

interface Module {
  readonly path: string
  readonly lines: number
  readonly importers: ReadonlyArray<Importer>
}

interface Importer {
  readonly path: string
  readonly isLazy: boolean
}

const importersIn = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlyArray<Importer>> => {
  const importers = new Map<string, Array<Importer>>()
  for (const [path, text] of texts)
    for (const { name, isLazy } of relativeImports(path, text)) {
      const to = join(dirname(path), name)
      const known = importers.get(to) ?? []
      if (!known.some((importer) => importer.path === path)) known.push({ path, isLazy })
      importers.set(to, known)
    }
  return importers
}

/** Patterns of the modules that packages export, such as `packages/core/src/*.ts`. */
const entriesOf = (manifest: string): ReadonlyArray<string> => {
  const { exports = {} }: { exports?: Readonly<Record<string, unknown>> } = JSON.parse(readFileSync(manifest, "utf8"))
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === "object" && target !== null ? Object.values(target) : [target]
  )
  return targets.flatMap((target) => (typeof target === "string" ? [join(dirname(manifest), target)] : []))
}

const entries = new Set(globSync(globSync("{packages,apps}/*/package.json").flatMap(entriesOf)))
const paths = globSync("{packages,apps}/*/src/**/*.{ts,tsx}").toSorted()
if (paths.length === 0) throw new Error("No sources found. Run this in the root of the repository.")
const texts = new Map(paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(path, "utf8")]))
const importers = importersIn(texts)
const modules = [...texts].map(([path, text]): Module => ({
  path,
  lines: text.split("\n").length - 1,
  importers: importers.get(path) ?? []
}))

const fragments = modules.filter(({ importers, lines, path }) => {
  const [only, other] = importers
  const isMergeable = only !== undefined && other === undefined && !only.isLazy && dirname(only.path) === dirname(path)
  return isMergeable && lines < minLines && !entries.has(path)
})
const small = modules.filter(({ lines }) => lines < tiny.lines)

for (const { importers, lines, path } of fragments) {
  console.error(`${path}: ${lines} lines, imported by ${importers[0]?.path} alone. Merge it into that module.`)
  process.exitCode = 1
}
if (small.length > tiny.maxModules) {
  console.error(`${small.length} modules have fewer than ${tiny.lines} lines. At most ${tiny.maxModules} may:`)
  for (const { lines, path } of small) console.error(`  ${path}: ${lines} lines`)
  process.exitCode = 1
}
