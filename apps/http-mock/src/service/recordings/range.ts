/** What part of some bytes a request asks for: first and last, or that there is none of them. */
export type Part = { readonly first: number; readonly last: number } | "none"

/** The part that a header `range` asks for; nothing where it is no single range of bytes, and all is sent (RFC 9110, 14.2). */
export const partOf = (range: string, size: number): Part | undefined => {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined
  if (from === "") return Number(to) === 0 ? "none" : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return undefined
  return first >= size ? "none" : { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) }
}
