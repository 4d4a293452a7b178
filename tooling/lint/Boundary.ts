/** Forbids imports. `from`, and `to` of a relative import, are paths from the root; any other `to` is the specifier. */
export interface Boundary {
  readonly from: RegExp
  readonly to: RegExp
  readonly unless?: RegExp
  readonly because: string
}
