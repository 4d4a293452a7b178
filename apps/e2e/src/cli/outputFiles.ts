import { closeSync, existsSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

import * as Effect from "effect/Effect"

import { makeFolders } from "../runner/discovery.ts"
import { writeErrorOf } from "../runner/Result.ts"
import { UsageError } from "../targets/Target.ts"
import { WriteErrors } from "./exitCodes.ts"

const checkWritable = (path: string, kind: string, check: () => void) =>
  Effect.try({
    try: check,
    catch: (error) =>
      new UsageError({ message: `${path} cannot be written: ${writeErrorOf(error)}. Give another ${kind}.` })
  })

/** Fails if a file cannot be opened for writing. Keeps its content, and creates no file yet. */
export const checkFile = (file: string, kind = "file"): Effect.Effect<void, UsageError> =>
  checkWritable(file, kind, () => {
    makeFolders(dirname(file))
    const isNew = !existsSync(file)
    closeSync(openSync(file, "a"))
    if (isNew) unlinkSync(file)
  })

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(resolve(path))))

/** Fails if files cannot be created in a folder. Does not create the folder. */
export const checkFolder = (folder: string): Effect.Effect<void, UsageError> =>
  checkWritable(folder, "folder", () => rmdirSync(mkdtempSync(join(nearestFolder(folder), ".remote-assist-e2e-"))))

/** Overwrites a file, and returns whether that worked. An error is printed when the command ends. */
export const writeFile = Effect.fnUntraced(
  function* (file: string, text: string) {
    yield* Effect.try({
      try: () => {
        makeFolders(dirname(file))
        writeFileSync(file, text)
      },
      catch: writeErrorOf
    })
    return true
  },
  (write, file) =>
    Effect.catch(write, (reason) =>
      Effect.map(WriteErrors, (writeErrors) => {
        writeErrors.push(`${file} is incomplete: ${reason}. Give another file and run the command again.`)
        return false
      })
    )
)
