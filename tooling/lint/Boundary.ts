/** Who may import what. `from` and a relative import's `to` are paths from the root; any other `to` is as written. */
export interface Boundary {
  readonly from: RegExp
  readonly to: RegExp
  readonly unless?: RegExp
  readonly because: string
}
