/** How deep JSON may nest: what reads and writes it takes the levels one within another. */
export const deepest = 100

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}')

export const isTooDeep = (json: string): boolean => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at)
    if (quoted) {
      if (letter === backslash) at += 1
      else if (letter === quote) quoted = false
    } else if (letter === quote) quoted = true
    else if (letter === openList || letter === openObject) {
      depth += 1
      if (depth > deepest) return true
    } else if (letter === closeList || letter === closeObject) depth -= 1
  }
  return false
}
