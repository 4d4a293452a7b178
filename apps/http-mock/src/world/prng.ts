/** A pseudo-random number generator: a whole number below 2^32 that only its inputs decide. All randomness of the emulator is of it. */
export const prng = (seed: number, index: number, salt: number): number => {
  let bits =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35) ^ Math.imul(salt + 1, 0x27d4eb2f)
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** Sixteen bytes in hexadecimal; `mixed` is as many that the seed is mixed with, or empty. */
export const prngHex = (seed: number, index: number, mixed: string): string =>
  [0, 1, 2, 3]
    .map((salt) => prng(seed ^ Number.parseInt(mixed.slice(8 * salt, 8 * salt + 8) || "0", 16), index, salt))
    .map((word) => word.toString(16).padStart(8, "0"))
    .join("")
