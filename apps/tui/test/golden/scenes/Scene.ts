import * as Effect from "effect/Effect"

import type { start } from "../../support/start.ts"

type Started = ReturnType<typeof start>

/** A state of the screen, and how one gets there on a terminal of 60 columns and 15 rows. */
export interface Scene {
  readonly name: string
  readonly options?: Parameters<typeof start>[0]
  readonly go: (program: Started) => Promise<void>
}

const users = 340

const listed = ({ see }: Started) => see("Users 1 of 340", "● live")

/** From the list of users on. */
export const scene = (name: string, go: Scene["go"], options: Scene["options"] = {}): Scene => ({
  name,
  options: { users, ...options },
  go: async (program) => {
    await listed(program)
    await go(program)
  }
})

const changing = (line: string) => /^(?:PUT|POST|DELETE).*\/users/.test(line)

/** Never answers a change of a user. */
export const neverAnswered: NonNullable<Scene["options"]>["disturb"] = (line, pass) =>
  changing(line) ? Effect.never : pass
