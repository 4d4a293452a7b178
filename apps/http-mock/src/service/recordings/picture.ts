/** Writes bits, the highest first. */
const bits = () => {
  let written = ""
  const plain = (value: number, width: number) => {
    written += value.toString(2).padStart(width, "0")
  }
  return {
    plain,
    /** In Exp-Golomb code (H.264, 9.1). */
    golomb: (...values: ReadonlyArray<number>) => {
      for (const value of values) plain(value + 1, 2 * (value + 1).toString(2).length - 1)
    },
    /** With the bit that ends a unit, filled up. */
    ended: () => {
      plain(1, 1)
      const bytes = written.match(/.{1,8}/g) ?? []
      return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, "0"), 2))
    }
  }
}

// in macroblocks of 16 by 16
const [across, down] = [20, 12]

export const [width, height] = [across * 16, down * 16]

/** Baseline profile, level 1.3. */
export const profile = [66, 0xc0, 13] as const

const sequence = () => {
  const { ended, golomb, plain } = bits()
  for (const byte of [0x67, ...profile]) plain(byte, 8)
  // its id, frame numbers of 4 bits, order as sent, one reference, no gaps
  golomb(0, 0, 2, 1)
  plain(0, 1)
  golomb(across - 1, down - 1)
  // frames alone, inference of 8 by 8, neither cropped nor with more about its use
  for (const bit of [1, 1, 0, 0]) plain(bit, 1)
  return ended()
}

const parameters = () => {
  const { ended, golomb, plain } = bits()
  plain(0x68, 8)
  golomb(0, 0)
  plain(0, 2)
  golomb(0, 0, 0)
  plain(0, 3)
  golomb(0, 0, 0)
  plain(0, 3)
  return ended()
}

/** What a picture is decoded by. */
export const sets = { sequence: sequence(), parameters: parameters() }

/** A grey picture in H.264: each macroblock is as predicted from nothing. */
export const picture = (): Uint8Array => {
  const { ended, golomb, plain } = bits()
  plain(0x65, 8)
  // from the first macroblock on, predicted within itself
  golomb(0, 7, 0)
  plain(0, 4)
  golomb(0)
  plain(0, 2)
  golomb(0)
  for (let macroblock = 0; macroblock < across * down; macroblock++) {
    golomb(3, 0, 0)
    plain(1, 1)
  }
  return ended()
}
