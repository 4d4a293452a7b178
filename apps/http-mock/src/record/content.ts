import * as Option from "effect/Option"
import * as Result from "effect/Result"

// a body of some bytes may be of any number once it is unpacked
const mostUnpacked = { maxOutputLength: 16 * 1024 * 1024 }

const unpacked = (bytes: Uint8Array, encoding: string): Uint8Array | undefined => {
  const zlib = process.getBuiltinModule("node:zlib")
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return bytes
    case "gzip":
    case "x-gzip":
      return zlib.gunzipSync(bytes, mostUnpacked)
    case "deflate":
      return zlib.inflateSync(bytes, mostUnpacked)
    case "br":
      return zlib.brotliDecompressSync(bytes, mostUnpacked)
    default:
      return undefined
  }
}

/** The bytes of a body as they are without its content encoding; nothing where that is not known, or too much. */
export const plainBytes = (bytes: Uint8Array, encoding: string | undefined): Option.Option<Uint8Array> =>
  bytes.length === 0
    ? Option.some(bytes)
    : Option.flatMap(Result.getSuccess(Result.try(() => unpacked(bytes, encoding ?? ""))), Option.fromUndefinedOr)
