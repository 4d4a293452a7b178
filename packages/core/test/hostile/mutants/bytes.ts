import type { Draws } from "./draws.ts"

const pieces = [
  "\r\n",
  "\r\n\r\n",
  "\0",
  '"',
  "{",
  "]",
  "\\u",
  "HTTP/1.1 100 X\r\n\r\n",
  "HTTP/1.1 200 X\r\ncontent-length: 2\r\n\r\n{}",
  "transfer-encoding: chunked\r\n",
  "content-encoding: gzip\r\n",
  "content-length: 7\r\n",
  "location: http://other.example\r\n",
  "retry-after: 1e9\r\n",
  "connection: close\r\n"
] as const

const spliced = (bytes: Buffer, from: number, to: number, piece: Buffer) =>
  Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(to)])

/** Bytes like others, with one place of them changed. */
export const damaged = (bytes: Buffer, draws: Draws): Buffer => {
  const at = draws.below(bytes.length + 1)
  switch (draws.below(6)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return spliced(bytes, at, at + 1 + draws.below(20), Buffer.alloc(0))
    case 2:
      return spliced(bytes, at, at + 1, Buffer.from([draws.below(256)]))
    case 3:
      return spliced(bytes, at, at, bytes.subarray(at, at + 1 + draws.below(200)))
    case 4:
      return spliced(bytes, at, at, Buffer.from("x".repeat(draws.pick([1, 100, 20_000]))))
    default:
      return spliced(bytes, at, at, Buffer.from(draws.pick(pieces)))
  }
}
