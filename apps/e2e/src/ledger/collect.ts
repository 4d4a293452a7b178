import * as Client from "@remote-assist/core/Client"
import { Session } from "@remote-assist/core/Session"
import { Control } from "@remote-assist/http-mock/Control"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"

import type { Services } from "../scenario/Scenario.ts"
import { Unreachable } from "../targets/address.ts"
import type { Place } from "../targets/Place.ts"
import { Target } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import { annotatedCall } from "./kinds/annotatedCall.ts"
import { favorite } from "./kinds/favorite.ts"
import type { Asked, Find, Found } from "./kinds/Kind.ts"
import { personalAccessToken } from "./kinds/personalAccessToken.ts"
import { tenant } from "./kinds/tenant.ts"
import { deactivatedUser, user } from "./kinds/user.ts"
import type { Left } from "./Line.ts"

/** What became of a thing that was left. */
export type Ending = "removed" | "gone" | { readonly kept: string }

/** How to remove what is left. */
export interface CollectOptions extends Asked {
  /** Whether it is only looked for; what is there is told as removed. */
  readonly isDry: boolean
  readonly tell: (left: Left, ending: Ending) => Effect.Effect<void>
}

const ofRegion: Readonly<Record<string, Find<Services>>> = {
  user,
  "deactivated user": deactivatedUser,
  favorite,
  "personal access token": personalAccessToken,
  "annotated call": annotatedCall
}

const ofEmulator: Readonly<Record<string, Find<Control>>> = { tenant }

const withoutAnswer = new Set(["ConnectionFailed", "TimedOut", "CircuitOpen", "HttpClientError", "NeverDone"])

const isLost = (error: unknown) => Predicate.hasProperty(error, "_tag") && withoutAnswer.has(String(error._tag))

const reasonOf = (cause: Cause.Cause<unknown>) => Cause.prettyErrors(cause)[0]?.message ?? "it was interrupted"

const removed = <R>(found: Found<R>, isDry: boolean): Effect.Effect<Ending, unknown, R> => {
  if (found._tag === "Gone") return Effect.succeed("gone")
  if (found._tag === "Unclear") return Effect.succeed({ kept: found.reason })
  return Effect.as(isDry ? Effect.void : found.remove, "removed")
}

/** Does something, or says why it cannot be done; that nobody answers ends it all. */
const unlessLost = <A, R>(name: string, act: Effect.Effect<A, unknown, R>) =>
  Effect.flatMap(Effect.exit(act), (exit): Effect.Effect<A | { readonly kept: string }, Unreachable> => {
    if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
    const error = Cause.squash(exit.cause)
    return isLost(error)
      ? Effect.fail(new Unreachable({ target: name, reason: `does not answer: ${reasonOf(exit.cause)}` }))
      : Effect.succeed({ kept: reasonOf(exit.cause) })
  })

/** Removes one after the other what was left, the latest first, and tells what became of each. */
const removeAll = <R>(
  name: string,
  finds: Readonly<Record<string, Find<R>>>,
  all: ReadonlyArray<Left>,
  { isDry, tell, ...asked }: CollectOptions
) =>
  Effect.forEach(
    all.toReversed(),
    (left) =>
      Effect.gen(function* () {
        const find = finds[left.kind]
        const ending: Ending =
          find === undefined
            ? { kept: "gc does not know how to remove its kind: remove it by hand" }
            : yield* unlessLost(
                name,
                Effect.flatMap(find(left, asked), (found) => removed(found, isDry))
              )
        yield* tell(left, ending)
      }),
    { discard: true }
  )

/** Removes what a run left at a target. */
export const collect = (
  { kind, place }: { readonly kind: TargetKind; readonly place: Place },
  all: ReadonlyArray<Left>,
  options: CollectOptions
): Effect.Effect<void, unknown> => {
  if (place.kind === "emulator")
    return Effect.provide(removeAll(kind.name, ofEmulator, all, options), Control.layerFetch({ origin: place.address }))
  return Effect.gen(function* () {
    const { administrator } = yield* Target
    const refused = yield* unlessLost(kind.name, Effect.as((yield* Session).logIn(administrator), undefined))
    if (refused === undefined) return yield* removeAll(kind.name, ofRegion, all, options)
    const kept = `${administrator.email} cannot log in: ${refused.kept}`
    yield* Effect.forEach(all, (left) => options.tell(left, { kept }), { discard: true })
  }).pipe(Effect.provide(Layer.provideMerge(Client.layer, kind.make("gc")), { local: true }), Effect.scoped)
}
