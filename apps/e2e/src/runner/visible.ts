/** A text of one line in which characters that would steer a terminal are seen instead. */
export const visible = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? "␡" : "�"
  })
