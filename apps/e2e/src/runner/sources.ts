import { readdirSync, realpathSync, statSync } from "node:fs"
import type { Stats } from "node:fs"
import { join } from "node:path"

import * as Result from "effect/Result"

/** The ending of a source. */
export const ending = /\.[cm]?[jt]s$/

const isSource = (name: string) => ending.test(name) && !/\.(?:d|test|spec)\.[cm]?ts$/.test(name)

// what several scenarios share, what tools keep, what is installed, and what is built
const isPassedOver = (name: string) => /^[_.]/.test(name) || name === "node_modules" || name === "dist"

/** A file that may be a scenario, and why it cannot be read, where that is known. */
export interface Source {
  readonly file: string
  readonly unreadable?: string
}

const replaced = "\uFFFD"

const reasonOf = (path: string, error: unknown) => {
  if (path.includes(replaced)) return "its name is no UTF-8. Rename it."
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOENT") return "it is a link to what is not there. Remove it, or begin its name with _."
  if (code === "ELOOP") return "it is a link that leads to itself. Remove it, or begin its name with _."
  return `${error instanceof Error ? error.message : String(error)}.`
}

const tried = <A>(path: string, act: () => A) => Result.try({ try: act, catch: (error) => reasonOf(path, error) })

const statOf = (path: string): Result.Result<Stats, string> => tried(path, () => statSync(path))

const sourcesIn = (folder: string, visited: Set<string>): ReadonlyArray<Source> => {
  const entries = tried(folder, () => {
    const real = realpathSync(folder)
    if (visited.has(real)) return []
    visited.add(real)
    return readdirSync(folder, "utf8").toSorted()
  })
  if (Result.isFailure(entries)) return [{ file: folder, unreadable: entries.failure }]
  return entries.success
    .filter((name) => !isPassedOver(name))
    .flatMap((name): ReadonlyArray<Source> => {
      const file = join(folder, name)
      const stat = statOf(file)
      if (Result.isFailure(stat)) return isSource(name) ? [{ file, unreadable: stat.failure }] : []
      if (stat.success.isDirectory()) return sourcesIn(file, visited)
      if (!isSource(name)) return []
      return [stat.success.isFile() ? { file } : { file, unreadable: "it is no file." }]
    })
}

/** The sources below a folder, each folder of which is gone through once, or a file by itself. */
export const sourcesOf = (root: string): ReadonlyArray<Source> => {
  const stat = statOf(root)
  return Result.isSuccess(stat) && stat.success.isDirectory() ? sourcesIn(root, new Set()) : [{ file: root }]
}
