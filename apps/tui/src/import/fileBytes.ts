import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"

import { Unusable } from "./Unusable.ts"

/** The largest file that is taken; some 600,000 users. It is held as bytes while it is worked on, so that nobody changes it meanwhile. */
const most = 64 * 1024 * 1024

const tooLarge = (path: string) =>
  new Unusable({
    message: `${path} has more than ${most / 1024 / 1024} MiB. Split it, with the column names in each part.`
  })

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => Buffer.concat(parts)

const begins = (bytes: Uint8Array, ...mark: ReadonlyArray<number>) => mark.every((byte, at) => bytes[at] === byte)

/** The same text in UTF-8 without a byte order mark; what has no mark is left as it is. */
export const utf8 = (bytes: Uint8Array): Uint8Array => {
  if (begins(bytes, 0xef, 0xbb, 0xbf)) return bytes.subarray(3)
  if (begins(bytes, 0xff, 0xfe)) return Buffer.from(new TextDecoder("utf-16le").decode(bytes))
  if (begins(bytes, 0xfe, 0xff)) return Buffer.from(new TextDecoder("utf-16be").decode(bytes))
  return bytes
}

/** Reads a file as it is now; another one than a file, such as a pipe, up to its end. */
export const read = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const parts: Array<Uint8Array> = []
  let size = 0
  yield* files.stream(path).pipe(
    Stream.mapError(
      ({ reason }) => new Unusable({ message: `Cannot read ${path} (${reason._tag}). Give the path of a CSV file.` })
    ),
    Stream.runForEach((part) => {
      parts.push(part)
      size += part.length
      return size > most ? Effect.fail(tooLarge(path)) : Effect.void
    })
  )
  return utf8(joined(parts))
})
