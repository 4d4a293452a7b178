import { createHmac } from "node:crypto"

/** Words that stand for texts, by a key: the same word for the same text, and others for another key. */
export interface Words {
  /** A word for a text of a kind; it is none of the words that are not to be there. */
  readonly of: (kind: string, text: string, syllables?: number) => string
  /** Hexadecimal digits for a text of a kind. */
  readonly hex: (kind: string, text: string) => string
}

const consonants = "bdfgklmnprstvz"

const vowels = "aeiou"

const wordOf = (bytes: Uint8Array, syllables: number) =>
  Array.from(bytes.subarray(0, syllables), (byte, index) => {
    // two bytes a syllable: one would favour some of them
    const number = byte * 256 + (bytes[index + 16] ?? 0)
    return `${consonants[number % consonants.length]}${vowels[Math.floor(number / consonants.length) % vowels.length]}`
  }).join("")

/** The words of a key, without those that are to be hidden. */
export const make = (key: string, hidden: ReadonlySet<string>): Words => {
  const digest = (kind: string, text: string) => createHmac("sha256", key).update(`${kind}\0${text}`).digest()
  const made = new Map<string, string>()
  const makeWord = (kind: string, text: string, syllables: number) => {
    for (let attempt = 0; ; attempt++) {
      const word = wordOf(digest(`${kind} ${attempt}`, text), syllables)
      if (!hidden.has(word)) return word
    }
  }
  return {
    of: (kind, text, syllables = 4) => {
      const id = `${kind}\0${text}`
      const word = made.get(id) ?? makeWord(kind, text, syllables)
      made.set(id, word)
      return word
    },
    hex: (kind, text) => digest(kind, text).toString("hex")
  }
}
