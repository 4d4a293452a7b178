/** Headers as they were written, each name as often as it came. */
export type Fields = ReadonlyArray<readonly [name: string, value: string]>

/** The beginning of a body, and how long all of it is. */
export interface Kept {
  readonly bytes: Uint8Array
  /** How many bytes these are. */
  readonly kept: number
  readonly total: number
}

/** The head of an answer. */
export interface Head {
  readonly status: number
  readonly headers: Fields
}

/** A request that was passed on to another service, and what that answered; it grows while the bodies come. */
export interface Passed {
  /** Where it was sent, with the query. */
  readonly url: string
  readonly headers: Fields
  readonly sent: Kept
  /** Nothing before the head of the answer is there, and where none came. */
  readonly head: Head | undefined
  readonly received: Kept
  /** Why there is no answer, or not all of it. */
  readonly failure: string | undefined
  readonly isOver: boolean
  /** Calls back when nothing more is to come, at once where that is so. */
  readonly whenOver: (ended: () => void) => void
}
