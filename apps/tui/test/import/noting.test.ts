import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

import * as Journal from "../../src/import/Journal.ts"
import type { State } from "../../src/import/JournalLine.ts"
import { noting } from "../../src/import/noting.ts"

const row = {
  line: 2,
  name: "A",
  email: "a@plant.example",
  role: "",
  pods: "",
  mail: undefined,
  problem: undefined,
  isEmpty: false
}

/** Which of some states are awaited until they are on the disk. */
const awaited = async (...states: ReadonlyArray<State>) => {
  const kept: Array<State> = []
  const journal = Journal.inMemory()
  const note = noting(
    {
      ...journal,
      note: (line) => {
        kept.push(line.state)
        return journal.note(line)
      }
    },
    row
  )
  for (const state of states) await Effect.runPromise(note({ state }))
  return kept
}

test.each([
  [["sending", "created"], ["sending"]],
  [
    ["sending", "unsent", "sending", "existed"],
    ["sending", "unsent", "sending", "existed"]
  ],
  [
    ["sending", "refused"],
    ["sending", "refused"]
  ],
  [["existed"], []]
] as const)("of %j, %j is on the disk before the import goes on", async (states, kept) => {
  expect(await awaited(...states)).toEqual(kept)
})
