import { closeSync, existsSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmdirSync } from "node:fs"
import { unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { makeFolders, reasonOf } from "../runner/disk.ts"
import { Misuse } from "./choosing.ts"

/** What became of the files of a command. */
export interface Files {
  /** Those that are open, by what they are on the disk. */
  readonly open: Map<string, string>
  /** A sentence for each that could not be written whole. */
  readonly unwritten: Array<string>
}

/** The files of the command that runs. */
export const CurrentFiles = Context.Reference<Files>("@remote-assist/e2e/Files", {
  defaultValue: () => ({ open: new Map(), unwritten: [] })
})

const tried = (act: () => void) => Result.try({ try: act, catch: (error) => error })

interface Handle {
  readonly descriptor: number
  /** Whether it was not there before. */
  readonly isNew: boolean
  /** What is on the disk and can be cut; neither a device nor a pipe. */
  readonly isRegular: boolean
  readonly key: string
}

const opened = (file: string): Handle => {
  makeFolders(dirname(file))
  const isNew = !existsSync(file)
  // what stands in it is kept until there is something to write
  const descriptor = openSync(file, "a")
  const stat = fstatSync(descriptor)
  return { descriptor, isNew, isRegular: stat.isFile(), key: `${stat.dev} ${stat.ino}` }
}

const closed = (file: string, { descriptor, isNew, key }: Handle, wasWritten: boolean, { open, unwritten }: Files) => {
  open.delete(key)
  const done = tried(() => {
    closeSync(descriptor)
    if (isNew && !wasWritten) unlinkSync(file)
  })
  if (Result.isFailure(done)) unwritten.push(notWhole(file, done.failure))
}

const notWhole = (file: string, error: unknown) =>
  `What was to be written to ${file} is not whole: ${reasonOf(error)}. Give another file, and do it again.`

const refused = (file: string, reason: string) =>
  new Misuse({ message: `${file} cannot be written: ${reason}. Give another file.` })

/** What writes to a file. */
export interface ToFile {
  readonly write: (text: string) => void
  /** Whether all was written so far. */
  readonly isWhole: () => boolean
}

/**
 * What writes to a file, which is opened at once, with its folders, and closed with the scope: one that cannot be opened is
 * a misuse. One that cannot be written later is noted, and the command ends as {@link CurrentFiles} says.
 */
export const toFile = Effect.fnUntraced(function* (file: string) {
  const files = yield* CurrentFiles
  let wasWritten = false
  let isWhole = true
  const handle = yield* Effect.acquireRelease(
    Effect.try({ try: () => opened(file), catch: (error) => refused(file, reasonOf(error)) }),
    (handle) => Effect.sync(() => closed(file, handle, wasWritten, files))
  )
  const other = files.open.get(handle.key)
  if (handle.isRegular && other !== undefined)
    return yield* refused(file, `${other === file ? "it" : `it is the same as ${other}, which`} is written already`)
  files.open.set(handle.key, file)
  const output: ToFile = {
    write: (text) => {
      if (!isWhole) return
      const done = tried(() => {
        if (!wasWritten && handle.isRegular) ftruncateSync(handle.descriptor)
        wasWritten = true
        writeFileSync(handle.descriptor, text)
      })
      if (Result.isSuccess(done)) return
      isWhole = false
      files.unwritten.push(notWhole(file, done.failure))
    },
    isWhole: () => isWhole
  }
  return output
})

/** As {@link toFile}, where a file is given. */
export const toFileIfAny = (file: Option.Option<string>) =>
  Option.isSome(file) ? toFile(file.value) : Effect.succeed({ write: (_: string) => {} })

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(resolve(folder))))

/** Refuses a folder in which nothing can be written; one that is not there yet is left so. */
export const writableFolder = (folder: string): Effect.Effect<void, Misuse> =>
  Effect.try({
    try: () => rmdirSync(mkdtempSync(join(nearest(folder), ".remote-assist-e2e-"))),
    catch: (error) =>
      new Misuse({ message: `Nothing can be written to ${folder}: ${reasonOf(error)}. Give another folder.` })
  })
