import * as Effect from "effect/Effect"

import { usage } from "../headless/Stopped.ts"

/** What an action may do beyond reading, each to be allowed by itself. */
export const permissions = ["reversible", "mails", "final"] as const
export type Permission = (typeof permissions)[number]

/** What may be done, and whether it is done without anybody being asked. */
export interface Permissions {
  readonly allowed: ReadonlySet<string>
  readonly asksNobody: boolean
  /** Why nothing may be changed at all; nothing where it may. */
  readonly readOnly: string | undefined
}

const isPermission = (word: string): word is Permission => permissions.some((permission) => permission === word)

/** What the flag `--allow` says, given once or more often, each time a list. */
export const allowedBy = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  const words = given.flatMap((list) => list.split(",")).map((word) => word.trim())
  const unknown = words.find((word) => !isPermission(word))
  if (unknown !== undefined)
    return yield* usage(`--allow takes ${permissions.join(", ")}, one or more with commas, and not "${unknown}".`)
  return new Set(words)
})

/** Whether an action of an effect may be done; reading always may. */
export const mayDo = ({ allowed, readOnly }: Permissions, effect: string): boolean =>
  effect === "read" || (readOnly === undefined && allowed.has(effect))

/** The flag that an action of an effect lacks. */
const flagFor = (effect: string): string => `--allow ${effect}`

/** What it takes that an action of an effect may be done. */
export const needOf = ({ allowed, readOnly }: Permissions, effect: string): string =>
  [
    ...(allowed.has(effect) ? [] : [flagFor(effect)]),
    ...(readOnly === undefined ? [] : [`that nothing makes it read-only: ${readOnly}`])
  ].join(" and ")

/** Why an action is not done, and what that takes. */
export const refusal = ({ readOnly }: Permissions, name: string, effect: string): string =>
  readOnly === undefined
    ? `Nothing was done: this server was not started to do ${name}. Whoever uses it can start it with ${flagFor(effect)}.`
    : `Nothing was done: ${readOnly}.`
