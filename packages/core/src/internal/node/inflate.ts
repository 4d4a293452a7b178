import * as Zlib from "node:zlib"

type Inflate = (body: Buffer, options: Zlib.ZlibOptions, done: (error: Error | null, body: Buffer) => void) => void

const inflaters: Readonly<Record<string, Inflate>> = {
  gzip: Zlib.gunzip,
  "x-gzip": Zlib.gunzip,
  deflate: Zlib.inflate,
  br: Zlib.brotliDecompress
}

/** The codings that {@link inflate} undoes, as `accept-encoding` names them. */
export const accepted = "gzip, deflate, br"

/** Undoes the codings of a body, the last one first, as long as it has `limit` bytes at the most. Unknown ones stay. */
export const inflate = (
  body: Buffer,
  codings: ReadonlyArray<string>,
  limit: number,
  done: (error: Error | null, body: Buffer) => void
): void => {
  const [last, ...rest] = codings.toReversed()
  const undo = last === undefined ? undefined : inflaters[last]
  if (undo === undefined || body.length === 0) return done(null, body)
  undo(body, { maxOutputLength: limit }, (error, inflated) =>
    error === null ? inflate(inflated, rest.toReversed(), limit, done) : done(error, inflated)
  )
}

/** Whether a body could not be inflated for having more bytes than it may. */
export const isTooLarge = (error: Error): boolean => "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
