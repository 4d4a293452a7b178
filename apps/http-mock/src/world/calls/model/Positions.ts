/** The positions of a user's calls, the newest first. */
export interface Positions {
  readonly total: number
  readonly at: (index: number) => number
}
