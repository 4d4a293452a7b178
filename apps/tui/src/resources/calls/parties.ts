import { glyphs } from "../../theme.ts"
import type { CallRow } from "./CallRow.ts"

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
