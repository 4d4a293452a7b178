import { CallId } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { epoch } from "../../users/GeneratedRow.ts"
import { idAt } from "../../users/Users.ts"
import type { Facts } from "./SeededCall.ts"

const minute = 60_000
const day = 24 * 60 * minute

const [ada, grace, linus] = [idAt(0), idAt(1), idAt(2)]

const running: Facts = {
  dialer: ada,
  receiver: grace,
  startedAt: epoch - 5 * minute,
  endedAt: undefined,
  ending: undefined,
  recorded: false,
  rating: undefined
}

const missed: Facts = {
  dialer: grace,
  receiver: ada,
  startedAt: epoch - 60 * minute,
  endedAt: epoch - 59 * minute,
  ending: "missed",
  recorded: false,
  rating: undefined
}

const finished: Facts = {
  dialer: ada,
  receiver: linus,
  startedAt: epoch - day,
  endedAt: epoch - day + 754_000,
  ending: "ended",
  recorded: true,
  rating: "5"
}

/** The calls that a world begins with, the newest first. */
export const named = [running, missed, finished]

/** Their ids. */
export const namedIds = [3, 2, 1].map((last) => CallId.make(`call_00000000-0000-4000-8000-00000000000${last}`))

/** The fewest calls a world has. */
export const namedCalls = named.length

/** The positions of the named calls of a user, of a world with so many calls. */
export const namedOf = (user: UserId, size: number): ReadonlyArray<number> =>
  named
    .slice(0, size)
    .flatMap(({ dialer, receiver }, position) => (dialer === user || receiver === user ? [position] : []))
