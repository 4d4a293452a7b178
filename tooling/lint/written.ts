/** Where a syntax tree names a module. */
export interface Source {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: ReadonlyArray<{ readonly value: { readonly cooked: string | null } }>
}

/** Returns a module's name as it is written, unless it is put together when it runs. */
export const written = (source: Source | null | undefined): string | undefined => {
  const [text, ...others] = source?.quasis ?? []
  const name = others.length === 0 && text !== undefined ? text.value.cooked : source?.value
  return typeof name === "string" ? name : undefined
}
