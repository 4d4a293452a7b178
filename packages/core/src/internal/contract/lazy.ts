/** Makes a value when it is first asked for, and once. */
export const lazy = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}
