/** Headers as they were written, each name as often as it came. */
export type Fields = ReadonlyArray<readonly [name: string, value: string]>

/** The most bytes of a body that is passed on piece by piece which the journal keeps. */
export const mostKept = 1024 * 1024

/** The beginning of a body, and how long all of it is so far. */
export interface Kept {
  readonly bytes: Uint8Array
  /** How many bytes these are. */
  readonly kept: number
  readonly total: number
  readonly add: (piece: Uint8Array) => void
}

/** Keeps the beginning of a body that comes piece by piece. */
export const makeKept = (): Kept => {
  // doubles as it fills, so that small pieces cost no more than large ones
  let room = new Uint8Array(1024)
  let kept = 0
  let total = 0
  return {
    get bytes() {
      return room.slice(0, kept)
    },
    get kept() {
      return kept
    },
    get total() {
      return total
    },
    add: (piece) => {
      total += piece.length
      const part = piece.subarray(0, mostKept - kept)
      if (kept + part.length > room.length) {
        const larger = new Uint8Array(Math.min(mostKept, Math.max(2 * room.length, kept + part.length)))
        larger.set(room.subarray(0, kept))
        room = larger
      }
      room.set(part, kept)
      kept += part.length
    }
  }
}

/** The body of an answer that goes out piece by piece. */
export interface StreamedBody {
  readonly body: Kept
  readonly end: () => void
  /** Calls back when nothing more is to come, at once if that is so. */
  readonly whenOver: (ended: () => void) => void
}

/** Begins the body of an answer that goes out piece by piece. */
export const makeStreamedBody = (): StreamedBody => {
  const followers: Array<() => void> = []
  let isOver = false
  return {
    body: makeKept(),
    end: () => {
      if (isOver) return
      isOver = true
      for (const ended of followers) ended()
    },
    whenOver: (ended) => void (isOver ? ended() : followers.push(ended))
  }
}

/** A request that was passed on to an upstream, and the head of what that answered. */
export interface Passed {
  /** Where it was sent, with the query. */
  readonly url: string
  readonly headers: Fields
  readonly sent: Kept
  /** Nothing before the head of the answer is there, and where none came. */
  head: { readonly status: number; readonly headers: Fields } | undefined
  /** Why there is no answer, or not all of it. */
  failure: string | undefined
}
