type Seek = (text: string, from: number) => number

// how far back a comparison may go on after each letter, by Knuth, Morris and Pratt
const fallbacks = (part: string): Uint32Array => {
  const backs = new Uint32Array(part.length)
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = backs[length - 1] ?? 0
    if (part[at] === part[length]) length++
    backs[at] = length
  }
  return backs
}

const seekLong = (part: string): Seek => {
  const backs = fallbacks(part)
  return (text, from) => {
    for (let at = from, length = 0; at < text.length; at++) {
      while (length > 0 && text[at] !== part[length]) length = backs[length - 1] ?? 0
      if (text[at] === part[length]) length++
      if (length === part.length) return at + 1 - length
    }
    return -1
  }
}

// indexOf is faster, and compares each letter of the text as often as the part has letters at most
const short = 16

const seek = (part: string): Seek => (part.length <= short ? (text, from) => text.indexOf(part, from) : seekLong(part))

/**
 * Whether a text is of a form in which each `%` stands for any text. Where there are several places for a part between two
 * of them, the first leaves most to the others: so each is sought once, and the time grows with the text alone.
 */
export const like = (form: string): ((text: string) => boolean) => {
  const [head = "", ...parts] = form.split("%")
  const tail = parts.pop()
  if (tail === undefined) return (text) => text === form
  const between = parts.filter((part) => part !== "").map((part) => ({ length: part.length, find: seek(part) }))
  return (text) => {
    const end = text.length - tail.length
    let from = head.length
    if (end < from || !text.startsWith(head) || !text.endsWith(tail)) return false
    for (const { find, length } of between) {
      const at = find(text, from)
      if (at < 0 || at + length > end) return false
      from = at + length
    }
    return true
  }
}
