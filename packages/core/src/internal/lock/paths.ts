import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

/** The folder of a path, with the separator at its end, and the name in it. */
export const split = (path: string): { readonly folder: string; readonly name: string } => {
  // core knows no platform: only on Windows does an absolute path begin otherwise
  const end =
    1 + (path.startsWith("/") ? path.lastIndexOf("/") : Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")))
  return { folder: path.slice(0, end), name: path.slice(end) }
}

const isAbsolute = (path: string) => /^(?:[/\\]|[a-z]:)/i.test(path)

const inFolder = (folder: string, name: string) =>
  /[/\\]$/.test(folder) ? `${folder}${name}` : `${folder}${folder.startsWith("/") ? "/" : "\\"}${name}`

// as many as Linux follows
const mostLinks = 40

/** The real path of a file, whether it exists or not; the path itself if its folder is missing. */
export const behindLinks = (path: string, left = mostLinks): Effect.Effect<string, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { folder, name } = split(path)
    // of the folder first: what is joined to a link loses the link with the next ..
    const beside = (name: string) =>
      Effect.map(files.realPath(folder === "" ? "." : folder), (real) => inFolder(real, name))
    const missing = beside(name)
    const linked = Effect.flatMap(files.readLink(path), (target) =>
      Effect.flatMap(isAbsolute(target) ? Effect.succeed(target) : beside(target), (path) =>
        behindLinks(path, left - 1)
      )
    )
    return yield* files.realPath(path).pipe(
      Effect.catch(() => (left === 0 ? Effect.succeed(path) : Effect.catch(linked, () => missing))),
      Effect.orElseSucceed(() => path)
    )
  })
