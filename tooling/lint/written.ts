/** A node of the syntax tree that names a module. */
export interface Source {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: ReadonlyArray<{ readonly value: { readonly cooked: string | null } }>
}

/** Returns the name of a module, or undefined if it is computed. */
export const written = (source: Source | null | undefined): string | undefined => {
  const [text, ...others] = source?.quasis ?? []
  const name = others.length === 0 && text !== undefined ? text.value.cooked : source?.value
  return typeof name === "string" ? name : undefined
}
