import { crc32 } from "node:zlib"

const newline = 0x0a

/** A line of JSON: how many bytes the record has, their checksum, and the record. */
const prefix = /^\[(\d{1,15}),(\d{1,10}),$/

/** The longest that can stand before a record. */
const mostPrefix = 30

const writer = new TextEncoder()
const reader = new TextDecoder()

const end = writer.encode("]\n")

/** The line of a record, which is a line of JSON. */
export const encode = (record: string): Uint8Array => {
  const bytes = writer.encode(record)
  return Buffer.concat([writer.encode(`[${bytes.length},${crc32(bytes)},`), bytes, end])
}

/** The record of a line without its end; nothing where it was not written as a whole. */
const decode = (line: Uint8Array): string | undefined => {
  const start = line.indexOf(0x2c, line.indexOf(0x2c) + 1) + 1
  if (start === 0 || start > mostPrefix || line.at(-1) !== 0x5d) return undefined
  const [, length, sum] = prefix.exec(reader.decode(line.subarray(0, start))) ?? []
  const record = line.subarray(start, -1)
  return Number(length) === record.length && Number(sum) === crc32(record) ? reader.decode(record) : undefined
}

/** What the lines of a log hold. */
export interface Lines {
  readonly records: ReadonlyArray<string>
  /** How many bytes at the end were not written as a whole. */
  readonly torn: number
  /** The number of a line that does not fit, though others follow. */
  readonly damaged: number | undefined
}

/** Reads lines up to the first that does not fit. */
export const readAll = (bytes: Uint8Array): Lines => {
  const records: Array<string> = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(newline, start)
    const record = end < 0 ? undefined : decode(bytes.subarray(start, end))
    if (record === undefined) {
      const isLast = end < 0 || end + 1 === bytes.length
      return { records, torn: bytes.length - start, damaged: isLast ? undefined : records.length + 1 }
    }
    records.push(record)
    start = end + 1
  }
  return { records, torn: 0, damaged: undefined }
}
