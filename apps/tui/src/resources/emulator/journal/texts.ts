import { isSecretName } from "@remote-assist/core/Secrets"

import * as Address from "../../../requests/address.ts"
import { hidden } from "../../../requests/secrets.ts"
import { glyphs } from "../../../theme.ts"
import type { Tone } from "../../../theme.ts"
import { masked } from "../texts.ts"
import type { Entry } from "./Entry.ts"

/** The path as it was sent, without its secrets. */
export const path = ({ path }: Pick<Entry, "path">): string => {
  const at = path.indexOf("?")
  if (at < 0) return path
  const query = path
    .slice(at + 1)
    .split("&")
    .map((pair) => {
      const [name = "", value] = pair.split(/=(.*)/s)
      return [name, value !== undefined && isSecretName(Address.decoded(name)) ? hidden : (value ?? "")] as const
    })
  return path.slice(0, at) + Address.search(query)
}

/** The time of the day, by the tenant's clock. */
export const time = (at: string): string => at.slice(11, 19)

/** What it was for; of what met no operation, the request itself. */
export const operation = (entry: Entry): string => entry.operation ?? `${entry.method} ${path(entry)}`

/** What it was answered. */
export const status = ({ gone, status }: Pick<Entry, "gone" | "status">): string => {
  if (status === null) return gone ? `${glyphs.problem} gone` : `${glyphs.busy} …`
  return `${status < 400 ? glyphs.done : glyphs.problem} ${status}`
}

export const tone = ({ status }: Pick<Entry, "status">): Tone => {
  if (status === null) return "warning"
  return status < 400 ? "plain" : "bad"
}

export const milliseconds = (duration: number | null): string => (duration === null ? "" : duration.toFixed(1))

/** What it did besides: the world that it changed, the e-mails that it sent. */
export const effects = ({ changed, mails }: Pick<Entry, "changed" | "mails">): string =>
  [changed ? "yes" : "", ...(mails.length === 0 ? [] : [`${mails.length} ${mails.length === 1 ? "mail" : "mails"}`])]
    .filter((part) => part !== "")
    .join(", ")

/** Why it was refused: the fault that hit it, or what the service said. */
export const why = ({ faults, reason }: Pick<Entry, "faults" | "reason">): string =>
  [...faults, ...(reason === undefined ? [] : [masked(reason)])].join(": ")
