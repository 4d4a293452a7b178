import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { messageOf } from "../runner/failure.ts"
import { Misuse } from "./selection.ts"

/** What became of the files of a command. */
export interface Files {
  /** A sentence for each file that could not be written. */
  readonly unwritten: Array<string>
}

/** The files of the command that runs. */
export const CurrentFiles = Context.Reference<Files>("@remote-assist/e2e/Files", {
  defaultValue: () => ({ unwritten: [] })
})

// one by one: with `recursive` Node does not return if a folder such as /proc takes none
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(resolve(folder)))
  mkdirSync(folder)
}

/**
 * Yields what writes a file, which replaces what it holds, and says whether that was possible. A file that cannot be opened is
 * refused before anything runs. If it cannot be written later, the command ends as {@link CurrentFiles} says.
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
  return (text: string): boolean =>
    Result.match(Result.try({ try: () => writeFileSync(file, text), catch: messageOf }), {
      onSuccess: () => true,
      onFailure: (reason) => {
        unwritten.push(`${file} is not written whole: ${reason}. Give another file, and do it again.`)
        return false
      }
    })
})

/** As {@link toFile}, where a file is given. */
export const toFileIfAny = (file: Option.Option<string>) =>
  Option.isSome(file) ? toFile(file.value) : Effect.succeed((_: string) => false)

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(resolve(folder))))

/** Refuses a folder in which nothing can be written; a folder that does not exist is not created. */
export const writableFolder = (folder: string): Effect.Effect<void, Misuse> =>
  Effect.try({
    try: () => rmdirSync(mkdtempSync(join(nearest(folder), ".remote-assist-e2e-"))),
    catch: (error) =>
      new Misuse({ message: `Nothing can be written to ${folder}: ${messageOf(error)}. Give another folder.` })
  })
