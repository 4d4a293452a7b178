/** Controls but the tab, what turns the direction of writing, what ends a line elsewhere, and halves of characters. */
export const steering = /[^\P{Cc}\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]|\p{Cs}/gu

/** A text of one line in which characters that would steer a terminal are seen instead. */
export const visible = (text: string): string =>
  text.replaceAll(steering, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? "␡" : "�"
  })

/** As {@link visible}, of several lines. */
export const visibleLines = (text: string): string => text.split("\n").map(visible).join("\n")
