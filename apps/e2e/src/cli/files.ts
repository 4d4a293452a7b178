import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { messageOf } from "../runner/failure.ts"
import { Misuse } from "./choosing.ts"

/** What became of the files of a command. */
export interface Files {
  /** A sentence for each file that could not be written. */
  readonly unwritten: Array<string>
}

/** The files of the command that runs. */
export const CurrentFiles = Context.Reference<Files>("@remote-assist/e2e/Files", {
  defaultValue: () => ({ unwritten: [] })
})

/** What writes to a file. */
export interface ToFile {
  readonly write: (text: string) => void
  /** Whether all was written so far. */
  readonly isWhole: () => boolean
}

// one by one: with `recursive` Node does not return if a folder such as /proc takes none
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(resolve(folder)))
  mkdirSync(folder)
}

/**
 * Writes to a file, which replaces what it holds. A file that cannot be opened is refused before anything runs. If it cannot
 * be written later, the command ends as {@link CurrentFiles} says.
 */
export const toFile = Effect.fnUntraced(function* (file: string) {
  const { unwritten } = yield* CurrentFiles
  yield* Effect.try({
    try: () => {
      makeFolders(dirname(file))
      // what it holds stays until there is something to write, and a new file is not created before
      const isNew = !existsSync(file)
      closeSync(openSync(file, "a"))
      if (isNew) unlinkSync(file)
    },
    catch: (error) => new Misuse({ message: `${file} cannot be written: ${messageOf(error)}. Give another file.` })
  })
  let flag = "w"
  let isWhole = true
  const output: ToFile = {
    write: (text) => {
      const done = Result.try({ try: () => writeFileSync(file, text, { flag }), catch: messageOf })
      flag = "a"
      if (Result.isSuccess(done) || !isWhole) return
      isWhole = false
      unwritten.push(`${file} is not written whole: ${done.failure}. Give another file, and do it again.`)
    },
    isWhole: () => isWhole
  }
  return output
})

/** As {@link toFile}, where a file is given. */
export const toFileIfAny = (file: Option.Option<string>) =>
  Option.isSome(file) ? toFile(file.value) : Effect.succeed({ write: (_: string) => {} })

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(resolve(folder))))

/** Refuses a folder in which nothing can be written; a folder that does not exist is not created. */
export const writableFolder = (folder: string): Effect.Effect<void, Misuse> =>
  Effect.try({
    try: () => rmdirSync(mkdtempSync(join(nearest(folder), ".remote-assist-e2e-"))),
    catch: (error) =>
      new Misuse({ message: `Nothing can be written to ${folder}: ${messageOf(error)}. Give another folder.` })
  })
