import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

// of each lock: no file has it while nobody holds the lock, and who saw none goes on from the clock
const highest = new Map<string, number>()

/** Takes note of the number of an owner of a lock. */
export const see = (lock: string, number: number): void => {
  highest.set(lock, Math.max(number, highest.get(lock) ?? 0))
}

/** The number of who takes a lock now. */
export const next = (lock: string): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.max(now, (highest.get(lock) ?? 0) + 1))
