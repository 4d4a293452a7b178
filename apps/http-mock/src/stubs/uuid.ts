import { prng } from "../world/prng.ts"

const saltOf = (text: string) =>
  Array.from(text, (letter) => letter.charCodeAt(0)).reduce((sum, code) => (Math.imul(sum, 31) + code) | 0, 7)

/** A UUID that its inputs decide. */
export const uuidOf = (seed: number, index: number, purpose: string): string => {
  const salt = saltOf(purpose)
  const hex = [0, 1, 2, 3]
    .map((word) =>
      prng(seed, index, salt + word)
        .toString(16)
        .padStart(8, "0")
    )
    .join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
