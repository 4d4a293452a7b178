import type { CallRow } from "../calls/kept/CallRow.ts"
import type { CallAction } from "../calls/model/Action.ts"
import type { Ending } from "../calls/model/Call.ts"

export const callStates = ["placed", "ringing", "running", "ended"] as const
export type CallState = (typeof callStates)[number]

type States<Value> = Readonly<Record<CallState, ReadonlyArray<Value>>>

export const stateOf = ({
  answeredAt,
  endedAt,
  ringing
}: Pick<CallRow, "answeredAt" | "endedAt" | "ringing">): CallState =>
  endedAt !== undefined ? "ended" : answeredAt !== undefined ? "running" : ringing !== undefined ? "ringing" : "placed"

export const possible: States<CallAction["do"]> = {
  placed: ["ring", "tag", "end"],
  ringing: ["answer", "decline", "tag", "end"],
  running: ["join", "leave", "record", "stop-recording", "degrade", "rate", "tag", "end"],
  ended: ["rate", "tag"]
}

/** For which reasons a call ends in each state; the first unless another is given. */
export const reasons: States<Ending> = {
  placed: ["cancelled", "failed"],
  ringing: ["cancelled", "missed", "declined", "busy", "failed"],
  running: ["ended", "failed"],
  ended: []
}
