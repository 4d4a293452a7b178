import type { Calls } from "@remote-assist/core"

import { glyphs } from "../../theme.ts"
import { endingOf, spanOf } from "../calls/CallRow.ts"
import { anonymous } from "../calls/parties.ts"

/** A recent call; the service gives it no id, so here it has its start and who it was with. */
export interface RecentRow extends Calls.RecentCall {
  readonly id: string
}

/** With whom the call was. */
export const withOf = ({ contact, contact_name }: Calls.RecentCall): string => {
  if (contact?.anonymous === true) return anonymous
  return contact_name || contact?.name || contact?.username || contact?.email || anonymous
}

/** Recent calls, each with an id of its own. */
export const rowsOf = (calls: ReadonlyArray<Calls.RecentCall>): ReadonlyArray<RecentRow> => {
  const times = new Map<string, number>()
  return calls.map((call) => {
    const id = `${call.start_time ?? ""} ${String(call.contact?.id ?? withOf(call))}`.trim()
    const before = times.get(id) ?? 0
    times.set(id, before + 1)
    return { ...call, id: before === 0 ? id : `${id} (${before + 1})` }
  })
}

/** How it ended: while it runs there is no reason. */
export const stateOf = ({ reason }: Calls.RecentCall) =>
  endingOf({ reasonCallEnded: reason ?? "", timeCallEnded: (reason ?? "") === "" ? "" : 0 })

/** How long it was; while it runs that is not known. */
export const lengthText = (call: Calls.RecentCall): string =>
  stateOf(call).tone === "warning" ? "…" : spanOf(call.duration ?? undefined)

/** The way it went, as a sign and in a word. */
export const wayOf = ({ outgoing }: Calls.RecentCall): { readonly sign: string; readonly word: string } => {
  if (outgoing == null) return { sign: glyphs.unknown, word: "way not known" }
  return outgoing ? { sign: glyphs.outgoing, word: "outgoing" } : { sign: glyphs.incoming, word: "incoming" }
}
