import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"

import * as LockFile from "./lockFile.ts"
import * as LockOwner from "./LockOwner.ts"
import * as Paths from "./paths.ts"

/** Removes what killed processes left beside a lock: files that became no lock or no text, and rights. */
export const clean = Effect.fnUntraced(function* (lock: string) {
  const files = yield* FileSystem.FileSystem
  const { folder, name } = Paths.split(lock)
  const entries = yield* files.readDirectory(folder === "" ? "." : folder)
  for (const entry of entries.filter((entry) => entry.startsWith(`${name}.`))) {
    const [, id = "", kind] = /^([^.]+)(\.new|\.draft)?$/.exec(entry.slice(name.length + 1)) ?? []
    if (!LockOwner.idForm.test(id)) continue
    const remains = `${folder}${entry}`
    const found = Option.getOrUndefined(yield* LockFile.read(remains))
    if (found === undefined || !LockFile.isAbandoned(found)) continue
    yield* kind === undefined
      ? LockFile.end(lock, remains, found.id, LockFile.isAbandoned)
      : files.remove(remains, { force: true })
  }
})
