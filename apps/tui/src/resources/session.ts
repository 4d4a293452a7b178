import { Auth } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { makeQuery } from "../actions/Action.ts"
import { fromFacts } from "../actions/Report.ts"
import type { SessionOwner } from "../session/Credentials.ts"
import { loginMethod } from "../session/loginMethods.ts"
import { formatRenewal, formatTime, readClaims } from "../session/SessionStatus.ts"
import type { SessionStatus } from "../session/SessionStatus.ts"
import * as Settings from "../Settings.ts"
import { toIso } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import { formFields, fromProperties } from "./Field.ts"
import { wholePage, wholePageSize } from "./Resource.ts"
import type { Resource } from "./Resource.ts"

/** A connection: the current one, or a profile to switch to. */
export interface Connection {
  /** Name of the profile; empty without one. */
  readonly name: string
  readonly region: string
  readonly address: string
  /** Why nothing can be changed, or `undefined`. */
  readonly readOnly: string | undefined
  readonly isCurrent: boolean
  /** What answers at the address, if known. */
  readonly place?: "live" | "emulator" | "unknown"
  readonly whose: SessionOwner | undefined
  readonly standing?: SessionStatus | undefined
  /** Why the service rejected the token, or `undefined`. */
  readonly refused?: string | undefined
  /** Whether the last request got no answer. */
  readonly isLost?: boolean
  /** Whether the session outlives this program. */
  readonly isKept: boolean
}

/** All connections, the current one first (default: none). */
export const Connections = Context.Reference<Effect.Effect<ReadonlyArray<Connection>>>(
  "@remote-assist/tui/Connections",
  { defaultValue: () => Effect.succeed([]) }
)

/** Gets the token of the enterprise for other programs; the session does not change. */
const enterpriseToken = makeQuery<Connection, Auth.LogIn>(Auth.LogIn, {
  name: "session.enterprise-token",
  label: "get the token",
  hint: "get an enterprise token",
  object: "of the enterprise",
  keys: ["e"],
  on: "none",
  consequence:
    "Gets the token of the enterprise for another program, with the password of an administrator. Your session does not change; to use the token here, log in another way, as the enterprise.",
  fields: formFields(Auth.LogIn, {
    email: {
      label: "E-mail or user name",
      help: "E-mail address or user name of an administrator",
      setting: Settings.email
    },
    password: ""
  }),
  run: Effect.fnUntraced(function* (credentials) {
    const token = yield* Auth.Auth.use(({ enterprise }) => enterprise(credentials))
    const { exp, sub } = readClaims(token)
    const until = exp === undefined ? undefined : exp * 1000
    return fromFacts(
      "The token of the enterprise",
      [
        ["Token", token],
        ["Subject", sub],
        ["Until", formatTime(until)],
        ["Renewal", "not possible: get another token when it expires"]
      ],
      { token, subject: sub ?? null, expires_at: toIso(until) ?? null }
    )
  }),
  example: "--email ada@example.com --reveal"
})

const nameOf = ({ name }: Connection) => name || "no profile"

/** The session, and the profiles to switch to. */
export const session: Resource<Connection> = {
  name: "session",
  title: "Session",
  one: "profile",
  about: "the user who is logged in, where, and until when.",
  letter: "s",
  isLocal: true,
  isPublic: true,
  isOfProgram: true,
  pageSize: wholePageSize,
  idOf: nameOf,
  nameOf,
  read: (_, page) => Effect.map(Effect.flatten(Connections), (rows) => wholePage(rows, page)),
  state: ({ isCurrent, isLost, refused, whose }) => {
    if (isLost === true) return { text: `${glyphs.offline} no answer`, tone: "bad" }
    if (refused !== undefined) return { text: `${glyphs.problem} refused`, tone: "bad" }
    return isCurrent
      ? { text: `${glyphs.active} connected`, tone: "good" }
      : { text: whose === undefined ? `${glyphs.inactive} logged out` : `${glyphs.inactive} logged in`, tone: "quiet" }
  },
  ...fromProperties<Connection>({
    name: { label: "Profile", column: ["PROFILE", 10, 1, 0], columnText: nameOf },
    who: { label: "Who", value: ({ whose }) => whose?.who ?? "nobody", column: ["WHO", 16, 2, 2] },
    way: { label: "Logs in", value: ({ whose }) => whose && `with ${loginMethod(whose.way).label}` },
    refused: { label: "Refused", value: ({ refused }) => refused && `${refused} Log in again.` },
    until: {
      label: "Until",
      value: ({ standing }) => formatTime(standing?.until),
      column: ["UNTIL", 20, 0, 4],
      tone: () => "quiet"
    },
    renewal: { label: "Renewal", value: ({ standing }) => standing && formatRenewal(standing) },
    since: { label: "Since", value: ({ standing }) => formatTime(standing?.since) },
    stored: {
      label: "Stored",
      value: ({ isKept, whose }) => whose && (isKept ? "until you log out" : "until you quit")
    },
    subject: { label: "Subject", value: ({ standing }) => standing?.subject },
    region: { label: "Region", column: ["REGION", 6, 0, 3] },
    address: { label: "Address", column: ["ADDRESS", 16, 2, 5] },
    place: { label: "Place" },
    file: { label: "Key file", value: ({ whose }) => whose?.given?.["file"] },
    readOnly: { label: "Read-only", value: ({ readOnly }) => readOnly && `yes, ${readOnly}` }
  }),
  actions: [],
  queries: [enterpriseToken],
  enter: ({ isCurrent }) => (isCurrent ? undefined : "session.go"),
  idle: ({ isCurrent, name }) => [...(isCurrent ? ["session.go"] : []), ...(name === "" ? ["copy.name"] : [])],
  summary: [],
  namedBy: "name"
}
