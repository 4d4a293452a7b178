import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "what is there can only be read",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  ENOENT: "nothing can be made there",
  EEXIST: "a part of its path is no folder",
  ENOSPC: "no space is left there",
  EDQUOT: "no space is left there",
  ENAMETOOLONG: "its name is too long"
}

/** Why a file cannot be written, as a part of a sentence. */
export const reasonOf = (error: unknown): string => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
  const reason = reasons[code]
  return reason === undefined ? String(error) : `${reason} (${code})`
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes a folder and those around it. Node's own never ends where none can be made, as in /proc. */
export const makeFolders = (folder: string): void => {
  const path = resolve(folder)
  if (isFolder(path)) return
  if (dirname(path) !== path && !existsSync(path)) makeFolders(dirname(path))
  const made = Result.try({ try: () => mkdirSync(path), catch: (error) => error })
  // another program may have made it meanwhile
  if (Result.isFailure(made) && !isFolder(path)) throw made.failure
}
