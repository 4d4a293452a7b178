/** A text that is HTML already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Part = Markup | string | number | undefined | ReadonlyArray<Part>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r": "&#13;"
}

// what no HTML document may contain, not even as an entity; what turns the direction of a text is shown, not done
const unwritable = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu

const escaped = (text: string) =>
  text.replaceAll(unwritable, "�").replaceAll(/[&<>"'\r]/g, (character) => entities[character] ?? "")

const written = (part: Part): string => {
  if (part === undefined) return ""
  if (part instanceof Markup) return part.text
  return typeof part === "object" ? part.map(written).join("") : escaped(String(part))
}

const narrowed = new WeakMap<TemplateStringsArray, ReadonlyArray<string>>()

/** The texts of a template, in which the breaks and indents of its source are single spaces. */
const narrow = (texts: TemplateStringsArray): ReadonlyArray<string> => {
  const known = narrowed.get(texts) ?? texts.map((text) => text.replaceAll(/\s*\n\s*/g, " "))
  narrowed.set(texts, known)
  return known
}

/** HTML in which everything that is put in is escaped unless it is markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Markup =>
  new Markup(
    narrow(texts)
      .map((text, index) => text + written(parts[index]))
      .join("")
  )
