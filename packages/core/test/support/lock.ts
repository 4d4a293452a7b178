import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import * as FileLock from "../../src/FileLock.ts"
import { folder } from "./folder.ts"

/** The number of a process that has ended: a higher one than any system gives, as another process would get it again. */
export const ended = 2 ** 22 + 1

/** The content of a lock file of this machine. */
export const ownedBy = (owner: object) => JSON.stringify({ id: "1-a-b", number: 1, host: hostname(), ...owner })

/** Makes a lock look as if its owner had renewed it last some seconds ago; longer ago than a lease unless given. */
export const age = (path: string, seconds = 65) => {
  const at = Date.now() / 1000 - seconds
  utimesSync(`${path}.lock`, at, at)
}

/** Leaves a lock file. */
export const leave = (path: string, content: string, secondsAgo = 0) => {
  writeFileSync(`${path}.lock`, content)
  age(path, secondsAgo)
}

/** The file system, but for some of its operations. */
export const filesWith = (change: (files: FileSystem.FileSystem) => Partial<FileSystem.FileSystem>) =>
  Effect.map(FileSystem.FileSystem, (files) => FileSystem.FileSystem.of({ ...files, ...change(files) }))

/** A place where an effect stands still until it may go on. */
export const gate = Effect.gen(function* () {
  const [reached, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  return {
    pass: Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(open)),
    reached: Deferred.await(reached),
    open: Deferred.succeed(open, undefined)
  }
})

/** A path in a folder of its own. */
export const file = Effect.map(folder, (at) => join(at, "file"))

export const entriesOf = (path: string) => readdirSync(join(path, ".."))

export const textOf = (path: string) => readFileSync(path, "utf8")

/** Takes a lock and gives it back, without timeout. */
export const take = (path: string) => FileLock.exclusive(path, Effect.succeed, { timeout: "50 millis" })

export const holdOnce = (path: string) => Effect.scoped(FileLock.hold(path))
