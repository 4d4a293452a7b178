import { Auth } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { makeQuery } from "../actions/Action.ts"
import { fromFacts } from "../actions/Report.ts"
import type { SessionOwner } from "../session/Credentials.ts"
import { loginMethod } from "../session/loginMethods.ts"
import * as SessionStatus from "../session/SessionStatus.ts"
import { readClaims } from "../session/SessionStatus.ts"
import { glyphs } from "../theme.ts"
import type * as Field from "./Field.ts"
import { columnMaker } from "./Field.ts"
import type { Resource } from "./Resource.ts"

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
  readonly whose: SessionOwner | undefined
  readonly standing: SessionStatus.SessionStatus | undefined
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

const timeOf = (milliseconds: number | undefined) =>
  milliseconds === undefined ? "" : SessionStatus.formatTime(milliseconds)

/** How long a session is good for. */
const untilOf = ({ standing }: Pick<Connection, "standing">): string => timeOf(standing?.until)

type Fact = readonly [label: string, value: (connection: Connection) => string]

/** All that is known of one, label by label; what is empty is left out. */
const facts: ReadonlyArray<Fact> = [
  ["Who", ({ whose }) => whose?.who ?? "nobody is logged in"],
  ["Logs in", ({ whose }) => (whose === undefined ? "" : `with ${loginMethod(whose.way).label}`)],
  ["Refused", ({ refused }) => (refused === undefined ? "" : `${refused} Log in again.`)],
  ["Until", untilOf],
  ["Renewal", ({ standing }) => (standing === undefined ? "" : SessionStatus.formatRenewal(standing))],
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

/** The token of the enterprise, for other programs: the session stays as it is. */
const enterpriseToken = makeQuery<Connection, Auth.LogIn>(Auth.LogIn, {
  name: "session.enterprise-token",
  label: "get token",
  object: "of the enterprise",
  keys: ["e"],
  pending: "getting",
  on: "none",
  consequence:
    "Gets the token of the enterprise for another program, with the password of an administrator. The session here stays as it is; remote-assist login --enterprise makes one of it.",
  fields: {
    email: {
      flag: "email",
      label: "E-mail or user name",
      takes: "text",
      help: "Of an administrator",
      isRequired: true
    },
    password: { flag: "password", takes: "text", help: "", isRequired: true, isSecret: true }
  },
  run: (credentials) =>
    Effect.map(
      Effect.flatMap(Auth.Auth, ({ enterprise }) => enterprise(credentials)),
      (token) => {
        const { exp, sub } = readClaims(token)
        const until = exp === undefined ? undefined : exp * 1000
        return fromFacts(
          "The token of the enterprise",
          [
            ["Token", token],
            ["Subject", sub],
            ["Until", until === undefined ? undefined : SessionStatus.formatTime(until)],
            ["Renewal", "cannot be renewed: get another then"]
          ],
          { token, subject: sub ?? null, expires_at: SessionStatus.formatIso(until) }
        )
      }
    ),
  example: "--email ada@example.com --reveal"
})

const nameOf = ({ name }: Connection) => name || "no profile"

const column = columnMaker<Connection>()

const columns: ReadonlyArray<Field.FieldColumn<Connection>> = [
  column("profile", "PROFILE", nameOf, [10, 1, 0]),
  column("who", "WHO", ({ whose }) => whose?.who, [16, 2, 2]),
  column("until", "UNTIL", untilOf, [20, 0, 4], { tone: () => "quiet" }),
  column("region", "REGION", ({ region }) => region, [6, 0, 3]),
  column("address", "ADDRESS", ({ address }) => address, [16, 2, 5])
]

const state: Resource<Connection>["state"] = ({ isCurrent, isLost, refused, whose }) => {
  if (isLost) return { text: `${glyphs.offline} no answer`, tone: "bad" }
  if (refused !== undefined) return { text: `${glyphs.problem} refused`, tone: "bad" }
  return isCurrent
    ? { text: `${glyphs.active} connected`, tone: "good" }
    : { text: whose === undefined ? `${glyphs.inactive} logged out` : `${glyphs.inactive} logged in`, tone: "quiet" }
}

/** The session, and the profiles that one can go on with. */
export const session: Resource<Connection> = {
  name: "session",
  title: "Session",
  one: "profile",
  about: "who is logged in, where and until when.",
  letter: "s",
  isLocal: true,
  isPublic: true,
  isOfProgram: true,
  pageSize: 1000,
  idOf: nameOf,
  nameOf,
  read: () =>
    Effect.map(Effect.flatten(Connections), (entries) => ({
      entries,
      total_entries: entries.length,
      total_pages: 1,
      page: 1,
      page_size: 1000
    })),
  state,
  columns,
  facts,
  actions: [],
  queries: [enterpriseToken],
  enter: () => "session.go",
  fields: [],
  summary: [],
  namedBy: "name"
}
