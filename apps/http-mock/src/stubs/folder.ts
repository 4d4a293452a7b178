import { isAbsolute, join, sep } from "node:path"

import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"

import type { BodyFiles } from "./BodyFiles.ts"
import { compileAll, identified } from "./compile.ts"
import type { Identified } from "./compile.ts"
import { readMappings, sentenceOf } from "./mapping/readMappings.ts"
import { jsonOf } from "./request/StubRequest.ts"
import type { Stub } from "./Stub.ts"
import { UnusableStubs } from "./UnusableStubs.ts"
import { uuidOf } from "./uuid.ts"

const mostFiles = 10_000

/** The most bytes of a file. */
const mostBytes = 64 * 1024 * 1024

const why = ({ reason }: PlatformError.PlatformError) => `cannot be read (${reason._tag})`

/** The bytes of a file that is one, or why there are none. */
const bytesOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const { size, type } = yield* Effect.mapError(files.stat(path), why)
  if (type !== "File") return yield* Effect.fail("is no file")
  if (size > mostBytes) return yield* Effect.fail(`has more than ${mostBytes} bytes`)
  return yield* Effect.mapError(files.readFile(path), why)
})

/** The files below `__files` of a folder: no name, and no link, leads out of it. */
const bodyFiles = (files: FileSystem.FileSystem, folder: string): BodyFiles => ({
  read: Effect.fnUntraced(
    function* (name: string) {
      if (name.includes("\0") || name.includes("{{") || isAbsolute(name) || name.split(/[/\\]/).includes(".."))
        return yield* Effect.fail(`is ${JSON.stringify(name)}, which is no path below __files`)
      const root = yield* Effect.mapError(files.realPath(join(folder, "__files")), () => "needs the folder __files")
      const path = yield* Effect.mapError(
        files.realPath(join(root, name)),
        (error) => `leads to __files/${name}, which ${why(error)}`
      )
      if (!path.startsWith(root + sep)) return yield* Effect.fail(`leads out of __files: ${name}`)
      return yield* Effect.mapError(bytesOf(path), (reason) => `leads to __files/${name}, which ${reason}`)
    },
    Effect.provideService(FileSystem.FileSystem, files)
  )
})

interface Placed {
  readonly file: string
  /** Within the file; empty where it has one mapping. */
  readonly place: string
  readonly mapping: Identified
}

const decoder = new TextDecoder()

const mappingsOf = Effect.fnUntraced(function* (folder: string, file: string) {
  const bytes = yield* Effect.mapError(bytesOf(join(folder, file)), (reason) => [`${file} ${reason}`])
  const json = jsonOf(decoder.decode(bytes))
  if (Option.isNone(json)) return yield* Effect.fail([`${file} is not JSON, or nests deeper than 100 levels`])
  const read = readMappings(json.value)
  if (Result.isFailure(read))
    return yield* Effect.fail(read.failure.map((problem) => `${file}: ${sentenceOf(problem)}`))
  const { mappings } = read.success
  return mappings.map((mapping, index): Placed => ({
    file,
    place: mappings.length === 1 ? "" : `mappings[${index}]`,
    mapping: identified(mapping, () => uuidOf(index, index, file))
  }))
})

const namesIn = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const isFolder = (path: string) =>
    Effect.map(files.stat(path), ({ type }) => type === "Directory").pipe(Effect.orElseSucceed(() => false))
  if (!(yield* isFolder(folder))) return yield* Effect.fail(["it is no folder"])
  if (!(yield* isFolder(join(folder, "mappings"))))
    return yield* Effect.fail(["it has no folder mappings, which holds the mappings as files of JSON"])
  const names = yield* Effect.mapError(files.readDirectory(join(folder, "mappings"), { recursive: true }), (error) => [
    `mappings ${why(error)}`
  ])
  const found = names.filter((name) => name.endsWith(".json")).map((name) => `mappings/${name.replaceAll(sep, "/")}`)
  return found.length > mostFiles ? yield* Effect.fail([`it has more than ${mostFiles} files`]) : found.toSorted()
})

const twiceIn = (placed: ReadonlyArray<Placed>): ReadonlyArray<string> => {
  const known = new Map<string, string>()
  return placed.flatMap(({ file, mapping: { id } }) => {
    const other = known.get(id)
    known.set(id, file)
    return other === undefined ? [] : [`${file} has the id ${id}, as ${other} has`]
  })
}

/** The stubs of a folder as WireMock has it, with `mappings` and `__files`; the latest first, which is the last by name. */
export const read = Effect.fnUntraced(
  function* (folder: string) {
    const files = bodyFiles(yield* FileSystem.FileSystem, folder)
    const problems: Array<string> = []
    const placed: Array<Placed> = []
    for (const file of yield* namesIn(folder)) {
      const found = yield* Effect.result(mappingsOf(folder, file))
      if (Result.isSuccess(found)) placed.push(...found.success)
      else problems.push(...found.failure)
    }
    problems.push(...twiceIn(placed))
    const stubs: Array<Stub> = []
    for (const { file, mapping, place } of placed) {
      const made = yield* Effect.result(compileAll([mapping], files, () => place))
      if (Result.isSuccess(made)) stubs.push(...made.success)
      else problems.push(...made.failure.map((problem) => `${file}: ${sentenceOf(problem)}`))
    }
    if (problems.length > 0) return yield* Effect.fail(problems)
    return { stubs: stubs.toReversed(), files }
  },
  (effect, folder) => Effect.mapError(effect, (problems) => new UnusableStubs({ folder, problems }))
)
