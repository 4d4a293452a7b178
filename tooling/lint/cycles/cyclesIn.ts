import { dirname, join, relative } from "node:path/posix"

import { cyclesOf, type Cycle, type Import } from "./Cycle.ts"
import { relativeImports } from "./relativeImports.ts"

export interface Options {
  /** Packages in which a file counts as the folder that it lies in. */
  readonly strictPackages: ReadonlyArray<string>
}

export interface Found {
  readonly package: string
  readonly of: "files" | "entries" | "folders"
  readonly cycle: Cycle
}

const packageOf = (path: string) => /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path

// a file may go by the name that it has once compiled
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

/** The file or the sub-folder by which a folder holds a file. */
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
    cyclesOf(imports, nodeOf).map((cycle) => ({ of, cycle }))
  const folders = new Set([...files.keys()].flatMap(foldersOf))
  const all = [
    ...found("files", (file) => file),
    ...[...folders].flatMap((folder) => found("entries", entryOf(folder))),
    ...(strict ? found("folders", dirname) : [])
  ]
  // two files of one folder are also two entries of it
  return [...Map.groupBy(all, alike).values()].flatMap(([first]) => first ?? [])
}

/** Finds the cycles of imports in each package: of its files, of a folder's entries, and of folders where strict. */
export const cyclesIn = (files: ReadonlyMap<string, string>, { strictPackages }: Options): ReadonlyArray<Found> =>
  [...Map.groupBy(files, ([path]) => packageOf(path))].flatMap(([name, sources]) => {
    const local = new Map(sources.map(([path, text]) => [relative(name, path), text]))
    return inPackage(local, strictPackages.includes(name)).map((found) => ({ package: name, ...found }))
  })
