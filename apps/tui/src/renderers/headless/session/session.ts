import { sanitize } from "@remote-assist/cli/Terminal"
import { Region, Session, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { Place } from "../../../engine/connection/Place.ts"
import { Profile } from "../../../profiles/Profile.ts"
import { SessionFile } from "../../../profiles/SessionFile.ts"
import { whoseOf } from "../../../session/Credentials.ts"
import { Keeper } from "../../../session/Keeper.ts"
import * as Standing from "../../../session/Standing.ts"
import { wayOf } from "../../../session/ways.ts"
import { Entrance, nobody } from "../Connection.ts"
import * as Json from "../json.ts"
import { stdout, writeDone } from "../Output.ts"
import { because, usage } from "../Stopped.ts"
import * as Expiry from "./expiry.ts"

/** Ends the session that is kept. */
export const logOut = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usage("A demo ends with its command: leave out --demo.")
  const { apiUrl, name } = yield* Region.Region
  const whose = yield* file.value.whose
  const { logOut } = yield* Session.Session
  yield* Effect.mapError(logOut, (error) => because("log out", error))
  yield* file.value.forget
  const live = "The service has no log-out, so its tokens live on until they expire."
  const said =
    whose === undefined
      ? `Nobody was logged in at ${apiUrl}.`
      : whose.way === "partner-key"
        ? `${whose.who} is logged out at ${apiUrl}: where the key is, is forgotten, and the key is left alone.`
        : `${whose.who} is logged out at ${apiUrl}: the file of the session is removed. ${live}`
  return yield* writeDone(
    `${json ? Json.write({ was: whose?.who ?? null, region: name, base_url: apiUrl }) : sanitize(said)}\n`
  )
})

const expiryOf = (standing: Standing.Standing | undefined, now: number) => {
  if (standing === undefined) return "logs in with each command, as the settings say"
  if (standing.renewal === "signed") return "never: each request is signed anew"
  return Expiry.text(standing.until, now, standing.renewal !== "none")
}

/** Shows who is logged in, and where. */
export const show = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const { credentials, stored } = yield* Entrance
  const { apiUrl, name: region } = yield* Region.Region
  const { name: profile, readOnly } = yield* Profile
  const whose = stored ?? (credentials && whoseOf(credentials))
  if (whose === undefined) return yield* nobody
  const isTried = stored !== undefined
  const standing = isTried ? yield* Standing.of(whose, yield* TokenStore.TokenStore) : undefined
  if (isTried && standing === undefined) return yield* nobody
  const { isKept } = yield* Keeper
  const place = yield* Effect.flatMap(Place, ({ find }) => find)
  if (json)
    return yield* stdout.write(
      `${Json.write({
        who: whose.who,
        way: whose.way ?? null,
        subject: standing?.subject ?? null,
        kept: isKept,
        tried: isTried,
        profile: profile ?? null,
        region,
        base_url: apiUrl,
        place,
        issued_at: Standing.iso(standing?.since),
        expires_at: Standing.iso(standing?.until),
        renewal: standing?.renewal ?? null,
        read_only: readOnly !== undefined
      })}\n`
    )
  const now = yield* Clock.currentTimeMillis
  const facts = [
    ["Who", isTried ? whose.who : `${whose.who}, not tried`],
    ["Logs in", `with ${wayOf(whose.way).label}`],
    ["Subject", standing?.subject ?? ""],
    ["Key file", whose.given?.["file"] ?? ""],
    ["Profile", profile ?? ""],
    ["Region", region],
    ["Address", apiUrl],
    ["Place", place],
    ["Since", standing?.since === undefined ? "" : Standing.time(standing.since)],
    ["Expires", expiryOf(standing, now)],
    ["Renewal", standing === undefined ? "" : Standing.renewalText(standing)],
    ["Read-only", readOnly === undefined ? "" : `yes, ${readOnly}`]
  ] as const
  return yield* stdout.write(
    facts.flatMap(([label, value]) => (value === "" ? [] : [`${label.padEnd(9)}  ${sanitize(value)}\n`])).join("")
  )
})
