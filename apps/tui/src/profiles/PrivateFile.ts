import { homedir, userInfo } from "node:os"
import { isAbsolute, join, resolve } from "node:path"

import { BadSettings } from "@remote-assist/cli/Settings"
import { FileLock } from "@remote-assist/core"
import { explainFileError } from "@remote-assist/core/FileError"
import { shellQuote } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Redacted from "effect/Redacted"

const name = "remote-assist"

const home = () => [homedir(), userInfo().homedir].find(isAbsolute) ?? "/"

/** Returns a folder of this program: of the XDG variable if it is absolute, else the default. */
const folder = (xdg: string, windows: string, ...defaults: ReadonlyArray<string>) => {
  const { env, platform } = process
  const chosen = [env[xdg], platform === "win32" ? env[windows] : undefined].find(
    (path) => path !== undefined && isAbsolute(path)
  )
  return join(chosen ?? join(home(), ...defaults), name)
}

/** The folder of the profiles and their secrets. */
export const configFolder = (): string => folder("XDG_CONFIG_HOME", "APPDATA", ".config")

/** The folder of the sessions. */
export const stateFolder = (): string => folder("XDG_STATE_HOME", "LOCALAPPDATA", ".local", "state")

const othersBits = 0o077

const cannotRead = (path: string) => (error: PlatformError.PlatformError) =>
  new BadSettings({ message: `Cannot read ${path}: ${explainFileError(error)}` })

const cannotWrite = (path: string) => (error: PlatformError.PlatformError | { readonly message: string }) =>
  new BadSettings({
    message:
      "reason" in error
        ? `Cannot write ${path}: ${explainFileError(error, true)}, or set XDG_CONFIG_HOME and XDG_STATE_HOME to other folders`
        : `Cannot write ${path}: ${error.message}`
  })

const ifExists = <A>(
  path: string,
  use: (files: FileSystem.FileSystem) => Effect.Effect<A, PlatformError.PlatformError>
) =>
  FileSystem.FileSystem.use(use).pipe(
    Effect.asSome,
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(Option.none<A>())),
    Effect.mapError(cannotRead(path))
  )

/** Reads a file, if it exists. */
export const read = (path: string) => ifExists(path, (files) => files.readFileString(path))

/** Fails if other users can read a file. Windows has no such mode. */
export const mustBePrivate = Effect.fnUntraced(function* (path: string) {
  if (process.platform === "win32") return
  const found = yield* ifExists(path, (files) => files.stat(path))
  if (Option.isNone(found)) return
  const { mode, type } = found.value
  if (type !== "File")
    return yield* new BadSettings({ message: `${path} is not a file. Remove it, because secrets are stored there` })
  if ((mode & othersBits) === 0) return
  return yield* new BadSettings({
    message:
      `Other users can read the secrets in ${path} (mode ${(mode & 0o777).toString(8).padStart(4, "0")}). ` +
      `Run chmod 600 ${shellQuote(path)}`
  })
})

// Node's own recursive mkdir never ends in a file system that creates no folders, such as /proc
const makeFolders = (
  folder: string
): Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    if (yield* files.exists(folder)) return
    yield* makeFolders((yield* Path.Path).dirname(folder))
    yield* Effect.catch(files.makeDirectory(folder, { mode: 0o700 }), (error) =>
      // another process may have created it meanwhile
      Effect.flatMap(files.exists(folder), (exists) => (exists ? Effect.void : Effect.fail(error)))
    )
  })

/** Creates the folder of a file, for its owner only. */
export const makeFolder = Effect.fnUntraced(function* (path: string) {
  const { dirname } = yield* Path.Path
  yield* Effect.mapError(makeFolders(dirname(path)), cannotWrite(path))
})

/** Changes a file under a lock. The file is replaced as a whole, and only its owner can read it. */
export const change = Effect.fnUntraced(function* <A, E, R>(
  path: string,
  make: Effect.Effect<readonly [content: string, result: A], E, R>
) {
  yield* makeFolder(path)
  const changed = FileLock.exclusive(
    path,
    Effect.fnUntraced(function* ({ replace }) {
      const content = yield* Effect.result(make)
      if (content._tag === "Success") yield* replace(content.success[0])
      return content
    }),
    { timeout: "5 seconds" }
  )
  const [, result] = yield* Effect.flatMap(Effect.mapError(changed, cannotWrite(path)), Effect.fromResult)
  return result
})

/** Removes a file or a folder, if it exists. */
export const remove = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.remove(path, { force: true, recursive: true }), cannotWrite(path))
})

/** Expands `~` in a path that no shell has expanded. */
export const expandHome = (typed: string): string => {
  const path = typed.trim()
  return path === "~" || /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path
}

/** Makes a path absolute. */
export const resolvePath = (file: string): string => resolve(expandHome(file))

/** Reads the private key of a site. Fails if other users can read the file. */
export const readPartnerKey = Effect.fnUntraced(function* (file: string) {
  const path = resolvePath(file)
  yield* mustBePrivate(path)
  const text = yield* read(path)
  if (Option.isSome(text)) return Redacted.make(text.value)
  return yield* new BadSettings({
    message: `There is no partner key in ${path}. Give the path of the private key of the site, in PEM form`
  })
})
