import { layersOf } from "./layers.ts"

/** A text that is sought, and where it counts as found. */
export interface Needle {
  readonly text: string
  /**
   * `anywhere`; as a whole `word`; as a whole `value`, in quotes or behind a sign; or as a part of `base64`, all of
   * which it then takes up.
   */
  readonly as: "anywhere" | "word" | "value" | "base64"
}

/** The shortest secret that is sought anywhere; the part of one that an end cuts off is as long. */
export const least = 6

const shortestWord = 4

/** A secret in base64, with whatever before and behind it: the characters that are its own at each of the three offsets. */
const inBase64 = (secret: string): ReadonlyArray<string> => {
  let bytes = ""
  for (const byte of new TextEncoder().encode(secret)) bytes += String.fromCharCode(byte)
  return [0, 1, 2].flatMap((offset) => {
    const shifted = "\0".repeat(offset) + bytes
    const own = btoa(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6))
    return [...new Set([own, own.replaceAll("+", "-").replaceAll("/", "_")])]
  })
}

/**
 * What is sought of a secret. One of less than six characters is also a part of other words, and sought as a word
 * only; of less than four, as a value only.
 */
const needleOf = (secret: string): Needle => ({
  text: secret,
  as: secret.length < shortestWord ? "value" : secret.length < least ? "word" : "anywhere"
})

// what is itself a part of a secret may look encoded, and is taken so where the encoding around it is taken off
const needlesOf = (secret: string): ReadonlyArray<Needle> => [
  ...layersOf(secret).map(({ text }) => needleOf(text)),
  ...(secret.length < least ? [] : inBase64(secret).map((text): Needle => ({ text, as: "base64" })))
]

/** What is sought, by its first character. */
export type Needles = ReadonlyMap<string, ReadonlyArray<Needle>>

/** What is sought of secrets. */
export const make = (secrets: Iterable<string>): Needles => {
  const needles = new Map<string, Array<Needle>>()
  for (const needle of [...new Set(secrets)].flatMap(needlesOf)) {
    const first = needle.text.charAt(0)
    const alike = needles.get(first)
    if (first === "") continue
    if (alike === undefined) needles.set(first, [needle])
    else alike.push(needle)
  }
  return needles
}
