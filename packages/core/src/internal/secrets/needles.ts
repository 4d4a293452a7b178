import { layersOf } from "./layers.ts"

/** A text that is sought, and where it counts as found. */
export interface Needle {
  readonly text: string
  /**
   * `anywhere`; as a whole `word`; as a whole `value`, in quotes or behind a sign; or as a part of what is `coded` in
   * base64 or hexadecimals, all of which it then takes up.
   */
  readonly as: "anywhere" | "word" | "value" | "coded"
}

/** The shortest secret that is sought anywhere; the part of one that an end cuts off is as long. */
export const least = 6

const shortestWord = 4

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** A secret in hexadecimals, and in base64, with whatever before and behind it: the characters that are its own at each of the three offsets. */
const coded = (secret: string): ReadonlyArray<string> => {
  const bytes = new TextEncoder().encode(secret)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  const hex = hexOf(bytes)
  return [0, 1, 2]
    .flatMap((offset) => {
      const shifted = "\0".repeat(offset) + binary
      const own = btoa(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6))
      return [...new Set([own, own.replaceAll("+", "-").replaceAll("/", "_")])]
    })
    .concat(hex, hex.toUpperCase())
}

/**
 * What is sought of a secret. One of less than six characters is also a part of other words, and sought as a word
 * only; of less than four, as a value only.
 */
const needleOf = (secret: string): Needle => ({
  text: secret,
  as: secret.length < shortestWord ? "value" : secret.length < least ? "word" : "anywhere"
})

/**
 * All that is sought of a secret. What is itself a part of it may look encoded, and is taken so where the encoding around
 * it is taken off.
 */
export const of = (secret: string): ReadonlyArray<Needle> => {
  const layers = layersOf(secret).map(({ text }) => text)
  if (secret.length < least) return layers.map(needleOf)
  const inCases = layers.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
  return [...new Set(inCases)].map(needleOf).concat(coded(secret).map((text): Needle => ({ text, as: "coded" })))
}

/** What is sought, by its first character. */
export type Needles = ReadonlyMap<string, ReadonlyArray<Needle>>

/** Puts what is sought in order. */
export const group = (all: Iterable<Needle>): Needles => {
  const needles = new Map<string, Array<Needle>>()
  for (const needle of all) {
    const first = needle.text.charAt(0)
    const alike = needles.get(first)
    if (first === "") continue
    if (alike === undefined) needles.set(first, [needle])
    else alike.push(needle)
  }
  return needles
}

/** What is sought of secrets. */
export const make = (secrets: Iterable<string>): Needles => group([...new Set(secrets)].flatMap(of))

const none: ReadonlyArray<Needle> = []

/** What is sought of one and of the other. */
export const join = (one: Needles, other: Needles): Needles => {
  if (other.size === 0) return one
  const both = new Map(one)
  for (const [first, alike] of other) both.set(first, [...(both.get(first) ?? none), ...alike])
  return both
}
