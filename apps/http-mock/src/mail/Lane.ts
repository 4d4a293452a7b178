import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

import * as Deliveries from "./Deliveries.ts"
import { Undelivered } from "./Outgoing.ts"
import type { Carrier, Outgoing } from "./Outgoing.ts"

/** A way out, on which e-mails wait for each other. */
export interface Lane {
  /** Never waits: an e-mail for which there is no room fails. */
  readonly put: (outgoing: Outgoing) => void
  /** Yields when no e-mail is on its way any more. */
  readonly idle: Effect.Effect<void>
  /** How many are on their way. */
  readonly pending: () => number
  /** Where to, as it may be told. */
  readonly to: string
}

/** How many e-mails wait. */
export const mostWaiting = 1000

const pauses = [Duration.millis(250), Duration.seconds(1), Duration.seconds(4)]

const titleOf = ({ mail: { id }, region, tenant }: Outgoing) => `The e-mail ${id} of ${region}, tenant ${tenant},`

/** Begins a way out; it ends with the scope. */
export const make = Effect.fnUntraced(function* ({ name: by, send, to }: Carrier) {
  const queue = yield* Queue.dropping<Outgoing>(mostWaiting)
  const logging = Effect.runForkWith(yield* Effect.context())
  let pending = 0
  let isFull = false
  // after one that was given up on the others are tried once, so that they do not wait for hours
  let isDown = false
  let waiting: Deferred.Deferred<void> | undefined

  const settle = Effect.suspend(() => {
    pending--
    if (pending > 0) return Effect.void
    isFull = false
    return waiting === undefined ? Effect.void : Deferred.succeed(waiting, undefined)
  })

  const sent = (outgoing: Outgoing) =>
    Effect.catchDefect(
      Effect.suspend(() => send(outgoing)),
      (defect) => Effect.fail(new Undelivered({ reason: String(defect), isFinal: true }))
    )

  const attempt = (outgoing: Outgoing, attempts: number): Effect.Effect<void, Undelivered> =>
    Effect.matchEffect(sent(outgoing), {
      onSuccess: () => Effect.sync(() => Deliveries.note(outgoing.mail, { by, status: "delivered", attempts })),
      onFailure: (error) => {
        const pause = isDown || error.isFinal ? undefined : pauses[attempts - 1]
        const status = pause === undefined ? "failed" : "waiting"
        Deliveries.note(outgoing.mail, { by, status, attempts, error: error.reason })
        return pause === undefined
          ? Effect.fail(error)
          : Effect.andThen(Effect.sleep(pause), attempt(outgoing, attempts + 1))
      }
    })

  const lost = (outgoing: Outgoing, { isFinal, reason }: Undelivered) => {
    const isTold = isDown
    if (!isFinal) isDown = true
    return isTold
      ? Effect.void
      : Effect.logWarning(
          `${titleOf(outgoing)} did not get to ${to}: ${reason}.${isFinal ? "" : " The next ones are tried once each, without a word, until one gets there."}`
        )
  }

  const deliver = (outgoing: Outgoing) =>
    Effect.matchEffect(attempt(outgoing, 1), {
      onSuccess: () =>
        Effect.sync(() => {
          isDown = false
        }),
      onFailure: (error) => lost(outgoing, error)
    })

  const next = Effect.flatMap(Queue.take(queue), (outgoing) => Effect.ensuring(deliver(outgoing), settle))

  yield* Effect.forkScoped(Effect.forever(next))

  const lane: Lane = {
    to,
    pending: () => pending,
    put: (outgoing) => {
      pending++
      if (Queue.offerUnsafe(queue, outgoing)) {
        Deliveries.note(outgoing.mail, { by, status: "waiting", attempts: 0 })
        return
      }
      pending--
      const error = `${mostWaiting} wait for ${to} already`
      Deliveries.note(outgoing.mail, { by, status: "failed", attempts: 0, error })
      if (!isFull) logging(Effect.logWarning(`${titleOf(outgoing)} is not sent, nor are the next ones: ${error}.`))
      isFull = true
    },
    idle: Effect.suspend(() => {
      if (pending === 0) return Effect.void
      waiting ??= Deferred.makeUnsafe<void>()
      return Deferred.await(waiting)
    })
  }
  return lane
})
