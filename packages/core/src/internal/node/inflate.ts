import type { Readable, Transform } from "node:stream"

import { pipeline, Zlib } from "./builtin.ts"

const options = { chunkSize: 65_536 }

const inflaters: Readonly<Record<string, () => Transform>> = {
  gzip: () => Zlib.createGunzip(options),
  "x-gzip": () => Zlib.createGunzip(options),
  deflate: () => Zlib.createInflate(options),
  br: () => Zlib.createBrotliDecompress(options)
}

/** The codings that {@link inflate} undoes, as `accept-encoding` names them. */
export const accepted = "gzip, deflate, br"

// no body is encoded more often, and each time takes memory
const most = 5

/** What undoes the codings of a body, the last one first, up to one that is not known. */
const inflatersOf = (encoding: string) => {
  const made: Array<Transform> = []
  for (const coding of encoding.split(",").toReversed()) {
    const make = inflaters[coding.trim().toLowerCase()]
    if (make === undefined) break
    if (made.length === most) return undefined
    made.push(make())
  }
  return made
}

/** A body as it comes, without its codings; one that has no bytes has none. Says once that it ended, or why it broke off. */
export const inflate = (body: Readable, encoding: string | undefined, done: (cause?: Error) => void): Readable => {
  const made = encoding === undefined ? [] : inflatersOf(encoding)
  if (made === undefined) {
    done(new Error(`the body is encoded more than ${most} times`))
    return body
  }
  if (made.length === 0) return body.on("error", done).on("end", () => done())
  let isEmpty = true
  body.once("data", () => {
    isEmpty = false
  })
  const ends = (cause?: Error | null) => done(isEmpty ? undefined : (cause ?? undefined))
  let last = body
  for (const to of made) last = pipeline(last, to, (cause) => cause && ends(cause)).on("error", ends)
  return last.on("end", () => ends())
}
