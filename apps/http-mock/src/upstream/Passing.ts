import type { Fields, Head, Kept, Passed } from "../tenants/journal/Passed.ts"

/** The most bytes of a body that are kept: the journal shows these. */
export const mostKept = 1024 * 1024

interface Keeping extends Kept {
  readonly add: (piece: Uint8Array) => void
}

// doubles as it fills, so that small pieces cost no more than large ones
const keeping = (): Keeping => {
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

/** A request while it is passed on. */
export interface Passing extends Passed {
  readonly sent: Keeping
  readonly received: Keeping
  readonly begin: (head: Head) => void
  readonly fail: (why: string) => void
  readonly end: () => void
}

/** Begins to pass a request on. */
export const make = (url: string, headers: Fields): Passing => {
  const followers: Array<() => void> = []
  let head: Head | undefined
  let failure: string | undefined
  let isOver = false
  return {
    url,
    headers,
    sent: keeping(),
    received: keeping(),
    get head() {
      return head
    },
    get failure() {
      return failure
    },
    get isOver() {
      return isOver
    },
    whenOver: (ended) => void (isOver ? ended() : followers.push(ended)),
    begin: (given) => {
      head = given
    },
    fail: (why) => {
      failure ??= why
    },
    end: () => {
      if (isOver) return
      isOver = true
      for (const ended of followers) ended()
    }
  }
}
