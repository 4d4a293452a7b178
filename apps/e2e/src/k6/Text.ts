/** A part of a text: as it stands, or what an expression yields. */
export type Piece =
  | { readonly _tag: "Literal"; readonly text: string }
  | { readonly _tag: "Expression"; readonly code: string }

/** A text that is put together when the script runs. */
export type Text = ReadonlyArray<Piece>

/** A text that stands as it is. */
export const literal = (text: string): Text => (text === "" ? [] : [{ _tag: "Literal", text }])

/** Puts the value of an expression in the place of a part of a text, wherever it stands as it is. */
export const replace = (text: Text, part: string, code: string): Text =>
  part === ""
    ? text
    : text.flatMap((piece) =>
        piece._tag === "Expression"
          ? [piece]
          : piece.text
              .split(part)
              .flatMap((between, index): Text => [
                ...(index === 0 ? [] : [{ _tag: "Expression" as const, code }]),
                ...literal(between)
              ])
      )

export const isLiteral = (text: Text): boolean => text.every(({ _tag }) => _tag === "Literal")

const inTemplate = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(/`|\$(?=\{)/g, String.raw`\$&`)

const plain = (text: Text) => text.map((piece) => (piece._tag === "Literal" ? piece.text : "")).join("")

/** A text as an expression of JavaScript. */
export const codeOf = (text: Text): string => {
  const [first, second] = text
  if (isLiteral(text)) return JSON.stringify(plain(text))
  if (first?._tag === "Expression" && second === undefined) return first.code
  return `\`${templateOf(text)}\``
}

/** A text as the inside of a template. */
export const templateOf = (text: Text): string =>
  text.map((piece) => (piece._tag === "Literal" ? inTemplate(piece.text) : `\${${piece.code}}`)).join("")
