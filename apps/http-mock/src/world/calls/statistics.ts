import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { prng } from "../prng.ts"
import type { CallContext } from "./CallContext.ts"
import * as Calls from "./Calls.ts"
import type { Call } from "./Calls.ts"
import { reasonOf, unixTime } from "./fields.ts"
import { averageOf, measurements, resultOf } from "./measurements.ts"
import type { Measurement } from "./measurements.ts"
import { partyOf } from "./party.ts"

const devices = [
  { appVersion: "4.2.0", deviceType: "iPhone", deviceVersion: "18.1", networkType: "wifi" },
  { appVersion: "4.2.0", deviceType: "Android", deviceVersion: "15", networkType: "cellular" },
  { appVersion: "4.2.1", deviceType: "Web", deviceVersion: "131.0", networkType: "wifi" }
] as const

const network = (context: CallContext, measured: ReadonlyArray<Measurement>) => {
  const avgQuality = averageOf(measured)
  const of = (series: "bandwidth" | "packetLoss") =>
    measured.map((point) => ({ ...point[series], result: point.result, timestamp: unixTime(context, point.at) }))
  return { avgQuality, avgResult: resultOf(avgQuality), bandwidth: of("bandwidth"), packetLoss: of("packetLoss") }
}

const participant = (
  context: CallContext,
  call: Call,
  { id, measured }: { readonly id: UserId; readonly measured: ReadonlyArray<Measurement> }
) => {
  const { enterpriseId, id: text, name } = partyOf(context, id)
  const isDialer = id === call.dialer
  const device =
    devices[prng(context.world.calls.seed, call.position, isDialer ? 40 : 60) % devices.length] ?? devices[0]
  const ended =
    call.endedAt === undefined
      ? {}
      : { ended: { ...device, timestamp: unixTime(context, call.endedAt), reason: reasonOf(context, call) } }
  return {
    enterpriseId,
    id: text,
    name,
    isDialer,
    started: { ...device, timestamp: unixTime(context, call.startedAt) },
    ...ended,
    network: network(context, measured)
  }
}

/** Until when a call is known: its end, or now while it runs. */
export const knownUntil = ({ endedAt, startedAt }: Call, now: number): number => endedAt ?? Math.max(startedAt, now)

/** The statistics of a call; nothing is measured of who never met. */
export const statistics = (context: CallContext, call: Call, now: number) => {
  const { calls } = context.world
  const measured = [call.dialer, call.receiver]
    .map((id) => ({ id, measured: measurements(calls.seed, call, id, now) }))
    .filter((each) => each.measured.length > 0)
  return {
    overallQuality: averageOf(measured.flatMap((each) => each.measured)),
    session: Calls.idOf(calls, call.position),
    timestamp: unixTime(context, knownUntil(call, now)),
    participantStats: measured.map((each) => participant(context, call, each))
  }
}
