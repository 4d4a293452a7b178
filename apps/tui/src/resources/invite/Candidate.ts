import type { Calls } from "@remote-assist/core"
import type * as Redacted from "effect/Redacted"

/** Somebody one spoke with lately. */
export interface Contact {
  readonly _tag: "Contact"
  readonly id: string
  readonly name: string
  readonly email: string
  readonly username: string
  readonly isAvailable: boolean | undefined
  /** When that was, as the service writes it. */
  readonly at: string
  /** By which they are invited to a session. */
  readonly token: Redacted.Redacted | undefined
  /** The one call that runs, where there is one. */
  readonly call: string | undefined
}

/** A call that runs, to which somebody can be invited. */
export interface RunningCall {
  readonly _tag: "Call"
  readonly id: string
  /** Who is in it. */
  readonly name: string
  readonly at: string
}

/** Whom to invite, or where to. */
export type Candidate = Contact | RunningCall

const isOver = ({ reasonCallEnded, timeCallEnded }: Calls.Call) =>
  (reasonCallEnded ?? "") !== "" && timeCallEnded != null && timeCallEnded !== "" && timeCallEnded !== 0

/** The calls of some that run. */
export const running = (calls: ReadonlyArray<Calls.Call>): ReadonlyArray<RunningCall> =>
  calls
    .filter((call) => !isOver(call))
    .map((call) => {
      const names = [call.dialerName, call.receiverName].filter((name) => name != null && name !== "")
      return { _tag: "Call", id: call.session, name: names.join(" and "), at: String(call.timestamp ?? "") }
    })

/** The contacts of recent calls, each once, as of the latest; groups are none. */
export const contacts = (recent: ReadonlyArray<Calls.RecentCall>, call?: string): ReadonlyArray<Contact> => {
  const all = new Map<string, Contact>()
  for (const { contact, contact_name: name, is_group: isGroup, start_time: at } of recent) {
    if (contact == null || isGroup === true || contact.is_group === true) continue
    const { available, email, id, token, username } = contact
    const key = String(id ?? email ?? name ?? "")
    if (key === "" || all.has(key)) continue
    all.set(key, {
      _tag: "Contact",
      id: key,
      name: contact.name || name || "",
      email: email ?? "",
      username: username ?? "",
      isAvailable: available ?? undefined,
      at: at ?? "",
      token: token ?? undefined,
      call
    })
  }
  return [...all.values()]
}
