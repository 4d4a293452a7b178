import { dirname, join, relative } from "node:path/posix"

import { findCycles, type Cycle, type Import } from "./Cycle.ts"
import { relativeImports } from "./relativeImports.ts"

export interface Options {
  /** Packages in which folders may not form cycles. */
  readonly strictPackages: ReadonlyArray<string>
}

export interface Found {
  readonly package: string
  readonly of: "files" | "entries" | "folders"
  readonly cycle: Cycle
}

const packageOf = (path: string) => /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path

// an import may name the compiled file
const spellings = (path: string) => [path, ...["ts", "tsx"].map((end) => path.replace(/(?<=\.[cm]?)jsx?$/, end))]

const importsOf = (files: ReadonlyMap<string, string>): ReadonlyArray<Import> =>
  [...files].flatMap(([from, text]) =>
    relativeImports(from, text).flatMap(({ name }) => {
      const to = spellings(join(dirname(from), name)).find((path) => files.has(path))
      return to === undefined ? [] : [{ from, to }]
    })
  )

const foldersOf = (path: string): ReadonlyArray<string> => {
  const folder = dirname(path)
  return folder === "." ? [folder] : [folder, ...foldersOf(folder)]
}

/** Returns the direct child of a folder that is or contains a file. */
const entryOf = (folder: string) => (file: string) => {
  const [entry = ""] = relative(folder, file).split("/")
  return entry === ".." ? undefined : join(folder, entry)
}

const alike = ({ cycle }: Pick<Found, "cycle">) =>
  cycle
    .map(({ by }) => `${by.from} -> ${by.to}`)
    .toSorted()
    .join()

const inPackage = (files: ReadonlyMap<string, string>, strict: boolean) => {
  const imports = importsOf(files)
  const found = (of: Found["of"], nodeOf: (file: string) => string | undefined) =>
    findCycles(imports, nodeOf).map((cycle) => ({ of, cycle }))
  const folders = new Set([...files.keys()].flatMap(foldersOf))
  const all = [
    ...found("files", (file) => file),
    ...[...folders].flatMap((folder) => found("entries", entryOf(folder))),
    ...(strict ? found("folders", dirname) : [])
  ]
  // a cycle of files in one folder is also a cycle of its entries
  return [...Map.groupBy(all, alike).values()].flatMap(([first]) => first ?? [])
}

/** Finds import cycles in each package: of files, of the entries of a folder, and of folders in strict packages. */
export const cyclesIn = (files: ReadonlyMap<string, string>, { strictPackages }: Options): ReadonlyArray<Found> =>
  [...Map.groupBy(files, ([path]) => packageOf(path))].flatMap(([name, sources]) => {
    const local = new Map(sources.map(([path, text]) => [relative(name, path), text]))
    return inPackage(local, strictPackages.includes(name)).map((found) => ({ package: name, ...found }))
  })
