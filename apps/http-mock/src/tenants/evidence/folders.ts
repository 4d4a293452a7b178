import * as Result from "effect/Result"

const isFolder = (path: string) =>
  process.getBuiltinModule("node:fs").statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder and those around it. Node's own never ends where none can be made, as in /proc. The scenario runner has the
 * same rule: the library of the emulator is published file by file, and imports no package that is not published.
 */
export const makeFolders = (folder: string): void => {
  const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs")
  const paths = process.getBuiltinModule("node:path")
  const path = paths.resolve(folder)
  if (isFolder(path)) return
  const around = paths.dirname(path)
  if (around !== path && !existsSync(path)) makeFolders(around)
  const made = Result.try({ try: () => mkdirSync(path), catch: (error) => error })
  // another process may have made it meanwhile
  if (Result.isFailure(made) && !isFolder(path)) throw made.failure
}
