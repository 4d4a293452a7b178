import { height, picture, profile, sets, width } from "./picture.ts"

type Part = number | string | Uint8Array | ReadonlyArray<Part>

// numbers are of 32 bits
const bytesOf = (part: Part): Uint8Array => {
  if (part instanceof Uint8Array) return part
  if (typeof part === "string") return Buffer.from(part, "latin1")
  if (typeof part !== "number") return Buffer.concat(part.map(bytesOf))
  return short(part >>> 16, part & 0xffff)
}

const short = (...numbers: ReadonlyArray<number>) =>
  Uint8Array.from(numbers.flatMap((number) => [number >>> 8, number & 0xff]))

const bytes = (...numbers: ReadonlyArray<number>) => Uint8Array.from(numbers)

const box = (type: string, ...parts: ReadonlyArray<Part>) => {
  const content = bytesOf(parts)
  return bytesOf([content.length + 8, type, content])
}

const zeros = (count: number) => new Uint8Array(count)

const one = 0x10000

const matrix = [one, 0, 0, 0, one, 0, 0, 0, 0x40000000]

// in milliseconds
const duration = 1000

const description = box(
  "avc1",
  zeros(6),
  short(1),
  zeros(16),
  short(width, height),
  [0x480000, 0x480000, 0],
  short(1),
  zeros(32),
  short(24, 0xffff),
  box(
    "avcC",
    bytes(1, ...profile, 0xff, 0xe1),
    short(sets.sequence.length),
    sets.sequence,
    bytes(1),
    short(sets.parameters.length),
    sets.parameters
  )
)

const table = (sample: number, offset: number) =>
  box(
    "stbl",
    box("stsd", 0, 1, description),
    box("stts", 0, 1, 1, duration),
    box("stsc", 0, 1, 1, 1, 1),
    box("stsz", 0, sample, 1),
    box("stco", 0, 1, offset)
  )

const media = (sample: number, offset: number) =>
  box(
    "mdia",
    box("mdhd", 0, 0, 0, 1000, duration, short(0x55c4, 0)),
    box("hdlr", 0, 0, "vide", zeros(12), "video\0"),
    box("minf", box("vmhd", 1, zeros(8)), box("dinf", box("dref", 0, 1, box("url ", 1))), table(sample, offset))
  )

const header = (sample: number, offset: number) =>
  box(
    "moov",
    box("mvhd", 0, 0, 0, 1000, duration, one, short(0x100), zeros(10), matrix, zeros(24), 2),
    box(
      "trak",
      box("tkhd", 3, 0, 0, 1, 0, duration, zeros(16), matrix, width * one, height * one),
      media(sample, offset)
    )
  )

const made = (): Uint8Array => {
  const type = box("ftyp", "isom", 0x200, "isomiso2avc1mp41")
  const unit = picture()
  const sample = bytesOf([unit.length, unit])
  const offset = type.length + header(sample.length, 0).length + 8
  return bytesOf([type, header(sample.length, offset), box("mdat", sample)])
}

/** The recording of every call: a second of grey as MP4, the smallest that players take. */
export const movie = made()
