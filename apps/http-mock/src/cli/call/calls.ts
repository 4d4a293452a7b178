import { CallId } from "@remote-assist/core/Calls"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { CallEntry } from "../../control/calls/CallsGroup.ts"
import { Control } from "../../library/Control.ts"
import { CallAction, CallScript } from "../../world/calls/Script.ts"
import { misfitOf } from "../../world/misfit.ts"
import { running } from "../running/running.ts"
import type { ActGiven, ListGiven, PlaceGiven, PlayGiven, Reach, ShowGiven } from "./flags.ts"
import { callLine, callLines, eventLine } from "./lines.ts"
import { read } from "./script.ts"

/** The emulator does not do what it is asked. */
export class CallRefused extends Schema.TaggedError<CallRefused>()("CallRefused", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const whyOf = (error: unknown) =>
  Predicate.hasProperty(error, "detail") && typeof error.detail === "string" && error.detail !== ""
    ? error.detail
    : Predicate.isError(error)
      ? error.message
      : String(error)

/** Asks the control plane of the emulator that runs. */
const asking = <A, E, R>(
  { controlToken, ...address }: Reach,
  ask: (control: Control["Service"]) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const { base } = yield* running(address)
    const token = Option.getOrUndefined(controlToken)
    const origin = new URL(base).origin
    const tenant = Option.getOrUndefined(address.tenant)
    const options = { origin, ...(tenant === undefined ? {} : { tenant }), ...(token === undefined ? {} : { token }) }
    return yield* Effect.flatMap(Control, ask).pipe(
      Effect.provide(Control.layerFetch(options)),
      Effect.mapError((error) => new CallRefused({ reason: whyOf(error) }))
    )
  })

const encode = Schema.encodeSync(Schema.fromJsonString(CallEntry))

const print = ({ json }: Reach, call: CallEntry, lines: (call: CallEntry) => ReadonlyArray<string>) =>
  Effect.forEach(json ? [encode(call)] : lines(call), (line) => Console.log(line), { discard: true })

/** Places the call of a script. */
export const place = Effect.fnUntraced(function* ({ script, ...reach }: PlaceGiven) {
  const payload = yield* read(script)
  const call = yield* asking(reach, ({ calls }) => calls.place({ query: { region: reach.region }, payload }))
  yield* print(reach, call, callLines)
})

const isOver = ({ state, steps }: CallEntry) => state === "ended" && steps.length === 0

/** When the next thing happens by itself; nothing where that is open. */
const nextAt = ({ ringing, steps }: CallEntry): DateTime.Utc | undefined => {
  const moments = [...steps.map(({ at }) => at), ...(ringing === undefined ? [] : [ringing.until])]
  return moments.toSorted((one, other) => DateTime.toEpochMillis(one) - DateTime.toEpochMillis(other))[0]
}

const pollEvery = Duration.millis(200)

/** Places the call of a script, and prints what happens in it until nothing more happens by itself. */
export const play = Effect.fnUntraced(function* ({ advance, script, ...reach }: PlayGiven) {
  const payload = yield* read(script)
  const query = { region: reach.region }
  yield* asking(reach, ({ calls, clock }) =>
    Effect.gen(function* () {
      let call = yield* calls.place({ query, payload })
      let told = 0
      for (;;) {
        const events = call.events.slice(told)
        told = call.events.length
        const here = call
        yield* Effect.forEach(
          events,
          (event) =>
            Console.log(
              reach.json ? JSON.stringify({ ...event, at: DateTime.formatIso(event.at) }) : eventLine(here, event)
            ),
          { discard: true }
        )
        const next = nextAt(call)
        if (isOver(call) || next === undefined) break
        const { now, scale } = yield* clock.read({})
        const wait = DateTime.distance(now, next)
        if (advance && Duration.isPositive(wait)) yield* clock.change({ payload: { advance: wait } })
        else if (scale === 0 && Duration.isPositive(wait))
          return yield* new CallRefused({
            reason: `The tenant's clock stands still, and the next step of ${call.id} is to come. Give --advance, or move it by POST /__mock/clock.`
          })
        else yield* Effect.sleep(pollEvery)
        call = yield* calls.read({ params: { id: call.id }, query })
      }
      if (!reach.json) yield* Console.log(callLine(call))
      const refused = call.events.find(({ type }) => type === "refused")
      if (refused !== undefined)
        return yield* new CallRefused({ reason: `A step of the script did not fit. ${refused.detail ?? ""}` })
    })
  )
})

const decodeAction = Schema.decodeUnknownResult(CallAction, { onExcessProperty: "error" })

const actionOf = ({ action, at, by, device, guest, network, profile, rating, reason, tags, who }: ActGiven) => {
  const details = {
    ...Record.getSomes({ at, by, device, guest, network, profile, reason, who }),
    ...Record.getSomes({ rating })
  }
  return Result.mapError(
    decodeAction({ do: action, ...details, ...(tags.length === 0 ? {} : { tags }) }),
    (error) =>
      new CallRefused({
        reason: `Cannot do that: ${misfitOf(error).replace(/\.$/, "")}. See remote-assist-mock call do --help.`
      })
  )
}

/** Lets something happen in a call. */
export const act = Effect.fnUntraced(function* (given: ActGiven) {
  const payload = yield* Effect.fromResult(actionOf(given))
  const call = yield* asking(given, ({ calls }) =>
    calls.act({ params: { id: CallId.make(given.id) }, query: { region: given.region }, payload })
  )
  yield* print(given, call, callLines)
})

/** Shows a call. */
export const show = Effect.fnUntraced(function* (given: ShowGiven) {
  const call = yield* asking(given, ({ calls }) =>
    calls.read({ params: { id: CallId.make(given.id) }, query: { region: given.region } })
  )
  yield* print(given, call, callLines)
})

/** Lists calls. */
export const list = Effect.fnUntraced(function* (given: ListGiven) {
  const state = Option.getOrUndefined(given.state)
  const query = { region: given.region, ...(state === undefined ? {} : { state }) }
  const found = yield* asking(given, ({ calls }) => calls.list({ query }))
  yield* Effect.forEach(found, (call) => print(given, call, (one) => [callLine(one)]), { discard: true })
})

/** Prints the JSON Schema of a script. */
export const schema = Effect.suspend(() => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(CallScript)
  const document = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: definitions }
  return Console.log(JSON.stringify(document, null, 2))
})
