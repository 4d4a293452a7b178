const accents = /[\u0300-\u036F]/g

const isPlain = (text: string) => /^[\0-\x7F]*$/.test(text)

/** A text without what a search passes over: case, accents, and other forms of the same character. */
export const folded = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(accents, "").normalize("NFC").toUpperCase().toLowerCase()

/** Makes what tells whether one of the texts of a row has a word in it. */
export const has = (word: string): ((texts: ReadonlyArray<string>) => boolean) => {
  const sought = folded(word.trim())
  // joined by what nobody types, a row is folded at once
  return (texts) => folded(texts.join("\n")).includes(sought)
}
