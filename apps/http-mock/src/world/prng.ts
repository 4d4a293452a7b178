/** A pseudo-random number generator: returns an integer below 2^32 that depends on the inputs only. */
export const prng = (seed: number, index: number, salt: number): number => {
  let bits =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35) ^ Math.imul(salt + 1, 0x27d4eb2f)
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** Returns 16 bytes in hexadecimal. `mixed` is a text of as many bytes to mix with the seed, or empty. */
const prngHex = (seed: number, index: number, mixed: string): string =>
  [0, 1, 2, 3]
    .map((salt) => prng(seed ^ Number.parseInt(mixed.slice(8 * salt, 8 * salt + 8) || "0", 16), index, salt))
    .map((word) => word.toString(16).padStart(8, "0"))
    .join("")

/** The fields of a world that its random values depend on. */
interface RandomSource {
  readonly settings: { readonly seed: number }
  readonly drawn: number
  readonly line: string
}

/** Returns the next world, and 32 hexadecimal digits that no world of the tenant has used yet. */
export const nextRandom = <World extends RandomSource>(world: World): readonly [World, string] => [
  { ...world, drawn: world.drawn + 1 },
  prngHex(world.settings.seed, world.drawn, world.line)
]

/** Formats 32 hexadecimal digits as a UUID. */
export const toUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
