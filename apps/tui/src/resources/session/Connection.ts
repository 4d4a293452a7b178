import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { Whose } from "../../session/Credentials.ts"
import * as Standing from "../../session/Standing.ts"
import { wayOf } from "../../session/ways.ts"

/** Where one is connected to, or can be: a profile, or what the settings say without one. */
export interface Connection {
  /** Of the profile; empty without one. */
  readonly name: string
  readonly region: string
  readonly address: string
  /** Why nothing can be changed, where that is so. */
  readonly readOnly: string | undefined
  readonly isCurrent: boolean
  /** What answers there, where that is known. */
  readonly place: "live" | "emulator" | "unknown" | undefined
  /** Who is logged in, or has a session that is kept. */
  readonly whose: Whose | undefined
  readonly standing: Standing.Standing | undefined
  /** Why the service does not take its token, where it said so last. */
  readonly refused: string | undefined
  /** Whether no answer came when something was asked there last. */
  readonly isLost: boolean
  /** Whether the session outlives this program. */
  readonly isKept: boolean
}

/** All of them, this one first unless set otherwise; none unless set. */
export const Connections = Context.Reference<Effect.Effect<ReadonlyArray<Connection>>>(
  "@remote-assist/tui/Connections",
  { defaultValue: () => Effect.succeed([]) }
)

const timeOf = (milliseconds: number | undefined) => (milliseconds === undefined ? "" : Standing.time(milliseconds))

/** How long a session is good for. */
export const untilOf = ({ standing }: Pick<Connection, "standing">): string => timeOf(standing?.until)

type Fact = readonly [label: string, value: (connection: Connection) => string]

/** All that is known of one, label by label; what is empty is left out. */
export const facts: ReadonlyArray<Fact> = [
  ["Who", ({ whose }) => whose?.who ?? "nobody is logged in"],
  ["Logs in", ({ whose }) => (whose === undefined ? "" : `with ${wayOf(whose.way).label}`)],
  ["Refused", ({ refused }) => (refused === undefined ? "" : `${refused} Log in again.`)],
  ["Until", untilOf],
  ["Renewal", ({ standing }) => (standing === undefined ? "" : Standing.renewalText(standing))],
  ["Since", ({ standing }) => timeOf(standing?.since)],
  ["Kept", ({ isKept, whose }) => (whose === undefined ? "" : isKept ? "until you log out" : "until you quit")],
  ["Subject", ({ standing }) => standing?.subject ?? ""],
  ["Profile", ({ name }) => name],
  ["Region", ({ region }) => region],
  ["Address", ({ address }) => address],
  ["Place", ({ place }) => place ?? ""],
  ["Key file", ({ whose }) => whose?.given?.["file"] ?? ""],
  ["Read-only", ({ readOnly }) => (readOnly === undefined ? "" : `yes, ${readOnly}`)]
]
