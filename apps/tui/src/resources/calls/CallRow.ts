import type { Calls } from "@remote-assist/core"

import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"

/** A call as it is listed, with the number of the user who lists it, where that is known. */
export interface CallRow extends Calls.Call {
  readonly me: string | undefined
}

type Time = string | number | null | undefined

/** Times beyond are in milliseconds: the year 5138 is in seconds. */
const mostSeconds = 1e11

const mostMillis = 8.64e15

const numberOf = (value: Time): number | undefined => {
  const number = value === null || value === undefined || value === "" ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Milliseconds of a moment, which comes in seconds as a number or a text; nothing where it is not set. */
export const millisOf = (value: Time): number | undefined => {
  const number = numberOf(value)
  if (number === undefined) return undefined
  const millis = Math.abs(number) < mostSeconds ? number * 1000 : number
  return Math.abs(millis) > mostMillis ? undefined : millis
}

/** A moment up to the minute, in UTC. */
export const minuteOf = (millis: number | undefined): string =>
  millis === undefined ? "" : new Date(millis).toISOString().slice(0, 16).replace("T", " ")

/** The same up to the second. */
export const secondOf = (millis: number | undefined): string =>
  millis === undefined ? "" : `${new Date(millis).toISOString().slice(0, 19).replace("T", " ")} UTC`

/** Seconds as `12:34` or `1:02:03`. */
export const spanOf = (seconds: number | undefined): string => {
  if (seconds === undefined || seconds < 0) return ""
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (part: number) => String(part).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

type Lasting = Pick<Calls.Call, "callDuration" | "timeCallEnded" | "timeCallStarted">

/** How long a call was, in seconds: what is many times the time between its start and its end is in milliseconds. */
export const lengthOf = ({ callDuration, timeCallEnded, timeCallStarted }: Lasting): number | undefined => {
  const duration = numberOf(callDuration)
  const [started, ended] = [millisOf(timeCallStarted), millisOf(timeCallEnded)]
  const between = started === undefined || ended === undefined ? undefined : (ended - started) / 1000
  if (duration === undefined) return between
  return between !== undefined && duration > 100 && duration > between * 100 ? duration / 1000 : duration
}

/** How a call ended, in a word; it is over once both an end and a reason are there. */
export const endingOf = ({
  reasonCallEnded,
  timeCallEnded
}: Pick<Calls.Call, "reasonCallEnded" | "timeCallEnded">): { readonly text: string; readonly tone: Tone } => {
  const reason = reasonCallEnded?.trim() ?? ""
  const hasEnd = millisOf(timeCallEnded) !== undefined
  if (reason === "" && !hasEnd) return { text: `${glyphs.busy} running`, tone: "warning" }
  if (reason === "" || !hasEnd) return { text: `${glyphs.unknown} ending`, tone: "warning" }
  if (/^(?:call )?ended$/i.test(reason)) return { text: `${glyphs.done} ended`, tone: "good" }
  return { text: `${glyphs.problem} ${reason.toLowerCase()}`, tone: "quiet" }
}

/** What has become of the recording: a sign, and a word for it. */
export const recordingOf = ({
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

/** The first thing that is noted on a call. */
export const noteOf = ({ alt1_id, alt2_id, alt3_id, extra_info }: Calls.Call): string =>
  [alt1_id, alt2_id, alt3_id, extra_info].find((note) => (note ?? "") !== "") ?? ""

type Id = string | number | null | undefined

const textOf = (id: Id): string => (id === null || id === undefined ? "" : String(id))

/** Somebody in a call, by their number and name. */
export interface Party {
  readonly id: string
  readonly name: string
}

/** Stands for who has no name here. */
export const anonymous = "(anonymous)"

/** The name that who has no account gave, which is known as nobody's. */
const anonymously = (name: string | null | undefined): string =>
  (name ?? "").trim() === "" ? anonymous : `${name} ${anonymous}`

const nameOf = ({ participants }: CallRow, id: string, ...names: ReadonlyArray<string | null | undefined>): string => {
  const known = participants?.find((participant) => id !== "" && textOf(participant.id) === id)
  if (known?.isAnonymous === true) return anonymously(known.name)
  const name = [...names, known?.name, known?.username, known?.email].find((each) => (each ?? "").trim() !== "")
  return name ?? (id === "" ? "" : `user ${id}`)
}

/** Who called. */
export const dialerOf = (call: CallRow): Party => {
  const id = textOf(call.dialderId ?? call.dialerId ?? call.dialer?.id)
  return { id, name: nameOf(call, id, call.dialerName, call.dialer?.name, call.dialer?.username) }
}

/** Who was called. */
export const receiverOf = (call: CallRow): Party => {
  const id = textOf(call.receiverId ?? call.receiver?.id)
  return { id, name: nameOf(call, id, call.receiverName, call.receiver?.name, call.receiver?.username) }
}

/** Which way a call went, seen from who lists it; nothing where that is not known. */
export const wayOf = (call: CallRow): "out" | "in" | undefined => {
  if (call.me === undefined) return undefined
  if (dialerOf(call).id === call.me) return "out"
  return receiverOf(call).id === call.me ? "in" : undefined
}

/** A sign for the way. */
export const signOf = (way: ReturnType<typeof wayOf>): string =>
  way === undefined ? glyphs.unknown : way === "out" ? glyphs.outgoing : glyphs.incoming

/** With whom the call was: the other one, or both where neither is who lists it; and how many more there were. */
export const withOf = (call: CallRow): string => {
  const [dialer, receiver] = [dialerOf(call), receiverOf(call)]
  const way = wayOf(call)
  const other = (way === "out" ? receiver : dialer).name || anonymous
  const more = Math.max(0, (call.participants?.length ?? 0) - 2)
  const text = way === undefined ? `${dialer.name || anonymous} → ${receiver.name || anonymous}` : other
  return more === 0 ? text : `${text} +${more}`
}

/** Who took part, by their names, with `(you)` behind the own one. */
export const peopleOf = (call: CallRow): string => {
  const names = (call.participants ?? []).map(({ email, id, isAnonymous, name, username }) => {
    const known = isAnonymous === true ? anonymously(name) : name || username || email || anonymous
    return textOf(id) === call.me && call.me !== undefined ? `${known} (you)` : known
  })
  return names.length === 0 ? "" : `${names.length}: ${names.join(", ")}`
}
