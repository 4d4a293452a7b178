import { randomBytes } from "node:crypto"

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Questions that went out and are not answered yet; each answer counts once. */
export interface Pending {
  /** Notes a question; the state that its answer comes back with. */
  readonly ask: (about: string) => Effect.Effect<string>
  /** Whether a state is that of an open question about this, which it is no more then. */
  readonly take: (state: string, about: string) => Effect.Effect<boolean>
}

/** How long an answer is waited for, and counts, in seconds. */
export const patience = 300

/** How many are open at a time. */
const most = 100

export const make = (): Pending => {
  const open = new Map<string, { readonly about: string; readonly until: number }>()
  return {
    ask: (about) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const [oldest] = open.keys()
        if (open.size >= most && oldest !== undefined) open.delete(oldest)
        const state = randomBytes(16).toString("hex")
        open.set(state, { about, until: now + patience * 1000 })
        return state
      }),
    take: (state, about) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = open.get(state)
        open.delete(state)
        return found !== undefined && found.about === about && now < found.until
      })
  }
}
