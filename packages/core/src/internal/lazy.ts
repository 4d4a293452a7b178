/** Makes a value when it is first read, and only once. */
export const lazy = <A>(make: () => A): (() => A) => {
  let cached: { readonly value: A } | undefined
  return () => (cached ??= { value: make() }).value
}
