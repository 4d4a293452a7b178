import type { Calls } from "@remote-assist/core"

import { formatDuration, formatLength, toMillis, toNumber } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"

type CallEnd = Pick<Calls.Call, "reasonCallEnded" | "timeCallEnded">

type CallTimes = CallEnd & Pick<CallRow, "callDuration" | "readAt" | "timeCallStarted">

/** A call in a list, with the id of the current user, if known. */
export interface CallRow extends Calls.Call {
  readonly me: string | undefined
  /** When the call was read, in milliseconds. */
  readonly readAt?: number
}

/** Returns the seconds from the start of a running call until it was read, unless the clock of the service is ahead. */
const elapsed = ({ readAt, timeCallStarted }: CallTimes): number | undefined => {
  const started = toMillis(timeCallStarted)
  const seconds = started === undefined || readAt === undefined ? -1 : (readAt - started) / 1000
  return seconds >= 0 ? seconds : undefined
}

/**
 * Returns the length of a call in seconds: of a running call, until it was read. A duration far longer than the time between
 * start and end is in milliseconds.
 */
export const callLength = (call: CallTimes): number | undefined => {
  if (isCallRunning(call)) return elapsed(call)
  const duration = toNumber(call.callDuration)
  const [started, ended] = [toMillis(call.timeCallStarted), toMillis(call.timeCallEnded)]
  const between = started === undefined || ended === undefined ? undefined : (ended - started) / 1000
  if (duration === undefined) return between
  return between !== undefined && duration > 100 && duration > between * 100 ? duration / 1000 : duration
}

/** Whether a call has neither an end nor a reason for it. */
export const isCallRunning = ({ reasonCallEnded, timeCallEnded }: CallEnd): boolean =>
  (reasonCallEnded?.trim() ?? "") === "" && toMillis(timeCallEnded) === undefined

// longer ones do not fit the column
const maxExact = 36_000

/** Formats the length of a call as `12:34`, `1:02:03`, `10 h` or `3 d`, with `…` if it is not known. */
export const lengthText = (call: CallTimes): string => {
  const seconds = callLength(call)
  if (seconds !== undefined && seconds >= maxExact) return formatDuration(seconds * 1000).replace("days", "d")
  return formatLength(seconds) || (callState(call).tone === "warning" ? "…" : "")
}

/** Describes the length of a call, of a running one in minutes, so that it is not announced each second. */
export const lengthWords = (call: CallTimes): string => {
  const seconds = callLength(call)
  return isCallRunning(call) && seconds !== undefined ? `${formatDuration(seconds * 1000)} so far` : lengthText(call)
}

/** Describes how a call ended. It is over once it has both an end and a reason. */
export const callState = (end: CallEnd): { readonly text: string; readonly tone: Tone } => {
  const reason = end.reasonCallEnded?.trim() ?? ""
  const hasEnd = toMillis(end.timeCallEnded) !== undefined
  if (isCallRunning(end)) return { text: `${glyphs.busy} running`, tone: "warning" }
  if (reason === "" || !hasEnd) return { text: `${glyphs.unknown} ending`, tone: "warning" }
  if (/^(?:call )?ended$/i.test(reason)) return { text: `${glyphs.done} ended`, tone: "good" }
  return { text: `${glyphs.problem} ${reason.toLowerCase()}`, tone: "quiet" }
}

/** Describes the recording of a call as a glyph and a word. */
export const recordingState = ({
  recordingError,
  recordingStatus,
  recordingUrl
}: Pick<Calls.Call, "recordingError" | "recordingStatus" | "recordingUrl">): { glyph: string; word: string } => {
  const status = recordingStatus?.trim() ?? ""
  if ((recordingError ?? "") !== "" || /fail|error/i.test(status))
    return { glyph: glyphs.problem, word: status || "failed" }
  if (status === "" && !recordingUrl) return { glyph: "–", word: "" }
  return recordingUrl ? { glyph: glyphs.active, word: status || "finished" } : { glyph: glyphs.stale, word: status }
}

/** A participant of a call. */
export interface Participant {
  readonly id: string
  readonly name: string
}

export const anonymous = "(anonymous)"

/** The name that a participant without an account entered. */
const anonymousName = (name: string | null | undefined): string =>
  (name ?? "").trim() === "" ? anonymous : `${name} ${anonymous}`

const toParticipant = (
  { participants }: CallRow,
  anyId: string | number | null | undefined,
  ownName: string | null | undefined,
  account: CallRow["dialer"]
): Participant => {
  const id = String(anyId ?? account?.id ?? "")
  const known = participants?.find((participant) => id !== "" && String(participant.id ?? "") === id)
  if (known?.isAnonymous === true) return { id, name: anonymousName(known.name) }
  const names = [ownName, account?.name, account?.username, known?.name, known?.username, known?.email]
  const name = names.find((each) => (each ?? "").trim() !== "")
  return { id, name: name ?? (id === "" ? "" : `user ${id}`) }
}

/** Returns the caller. */
export const dialer = (call: CallRow): Participant =>
  toParticipant(call, call.dialderId ?? call.dialerId, call.dialerName, call.dialer)

export const receiver = (call: CallRow): Participant =>
  toParticipant(call, call.receiverId, call.receiverName, call.receiver)

type Direction = "out" | "in" | undefined

/** Returns the direction of a call from the current user's side, or `undefined` if the user is not known. */
export const direction = (call: CallRow): Direction => {
  if (call.me === undefined) return undefined
  if (dialer(call).id === call.me) return "out"
  return receiver(call).id === call.me ? "in" : undefined
}

const directions = {
  out: { glyph: glyphs.outgoing, words: "outgoing" },
  in: { glyph: glyphs.incoming, words: "incoming" },
  unknown: { glyph: glyphs.unknown, words: "direction unknown" }
}

export const directionText = (direction: Direction) => directions[direction ?? "unknown"]

/** Names the other participant, or both if the user is neither, and the number of further participants. */
export const partnerName = (call: CallRow): string => {
  const [from, to] = [dialer(call).name || anonymous, receiver(call).name || anonymous]
  const way = direction(call)
  const more = Math.max(0, (call.participants?.length ?? 0) - 2)
  const text = way === undefined ? `${from} → ${to}` : way === "out" ? to : from
  return more === 0 ? text : `${text} +${more}`
}

/** Lists the participants, with `(you)` after the user's own name. */
export const participantNames = (call: CallRow): string => {
  const names = (call.participants ?? []).map(({ email, id, isAnonymous, name, username }) => {
    const known = isAnonymous === true ? anonymousName(name) : name || username || email || anonymous
    return call.me !== undefined && String(id ?? "") === call.me ? `${known} (you)` : known
  })
  return names.length === 0 ? "" : `${names.length}: ${names.join(", ")}`
}
