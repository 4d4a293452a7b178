import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Emulator } from "../../src/library/Emulator.ts"
import { key, send } from "./wire.ts"
import type { Answer, Sent } from "./wire.ts"

const call = "call_00000000-0000-4000-8000-00000000000"

/** What clients have been given so far. */
interface Held {
  readonly tokens: Array<string>
  readonly refreshTokens: Array<string>
}

interface Draw {
  readonly held: Held
  /** Any whole number from 0 on. */
  readonly number: number
}

const pick = (list: ReadonlyArray<string>, number: number) => list[number % Math.max(1, list.length)] ?? "none"

const tokenOf = ({ held, number }: Draw) => pick(held.tokens, number)

type Made = readonly [method: string, path: string, sent?: Sent]

const asClient = (draw: Draw) => ({ headers: { ...key, authorization: tokenOf(draw) } })

const email = (number: number) => `user${number % 7}@example.com`

/** Requests of every kind, well-formed or not. */
const kinds: ReadonlyArray<(draw: Draw) => Made> = [
  () => ["POST", "/api/v1/auth", { body: { email: "grace", password: "correct-horse" } }],
  ({ number }) => [
    "POST",
    "/api/v1r1/auth",
    { body: { email: pick(["ada", "linus", "edsger"], number), password: "correct-horse" } }
  ],
  () => ["POST", "/api/v1r1/auth", { body: { email: "ada", password: "wrong" } }],
  () => ["POST", "/api/v1/anonymous/auth", { body: { display_name: "Zoë" } }],
  () => ["POST", "/api/v1/auth/exchange", { body: { refresh_token: "alias-demo-ada" } }],
  ({ held, number }) => ["POST", "/api/v1/auth/refresh", { body: { refresh_token: pick(held.refreshTokens, number) } }],
  () => ["POST", "/api/v1/enterprise/auth", { body: { email: "ada", password: "correct-horse" } }],
  () => ["POST", "/api/v1r1/auth/from_url", { body: { link_url: "https://invite.example/w/demo" } }],
  () => ["POST", "/api/v1r1/auth/pat", { body: { token: "pat-demo-ada" } }],
  (draw) => ["GET", "/api/v1/token/info", asClient(draw)],
  (draw) => ["GET", `/api/v1/token/validate?resource_type=user&token=${tokenOf(draw)}`],
  (draw) => ["POST", "/api/v1r1/personal_access_token", asClient(draw)],
  (draw) => ["GET", "/api/v1r1/personal_access_token", asClient(draw)],
  (draw) => ["DELETE", `/api/v1r1/personal_access_token/${draw.number % 4}`, asClient(draw)],
  ({ number }) => [
    "POST",
    "/api/v1/register",
    { body: { user_info: { email: email(number), name: "A", password: "x" } } }
  ],
  () => ["POST", "/api/v1/register/confirm?confirmation_token=confirm-demo-new"],
  () => ["POST", "/api/v1/register/confirm_new_email?confirmation_token=confirm-demo-grace"],
  ({ number }) => ["POST", `/api/v1/register/resend_confirmation?email=${encodeURIComponent(email(number))}`],
  (draw) => ["GET", "/api/v1/calls?page_size=3&order=callDuration", asClient(draw)],
  (draw) => ["PUT", `/api/v1/calls/${call}1`, { ...asClient(draw), body: { alt1_id: `noted ${draw.number}` } }],
  (draw) => ["GET", `/api/v1/calls/${call}${draw.number % 5}/events`, asClient(draw)],
  (draw) => ["POST", `/api/v1/on_call_groups/${11 + (draw.number % 3)}/favorites`, asClient(draw)],
  (draw) => ["DELETE", "/api/v1/on_call_groups/11/favorites", asClient(draw)],
  (draw) => ["GET", "/api/v1/on_call_groups", asClient(draw)],
  (draw) => [
    "POST",
    "/api/v1/personal_room/invite",
    { ...asClient(draw), body: { email: "d@example.com", name: "D" } }
  ],
  (draw) => ["POST", "/api/v1r1/enterprise/users", { ...asClient(draw), body: { email: email(draw.number) } }],
  (draw) => [
    "PUT",
    `/api/v1r1/enterprise/users/${102 + (draw.number % 5)}`,
    { ...asClient(draw), body: { active: draw.number % 2 === 0 } }
  ],
  (draw) => ["DELETE", `/api/v1r1/enterprise/users/${103 + (draw.number % 5)}`, asClient(draw)],
  (draw) => ["GET", `/api/v1r1/enterprise/users?page_size=5&page=${draw.number % 4}`, asClient(draw)],
  (draw) => ["GET", "/api/v1r1/enterprise/users?filter=email=user1+x@example.com", asClient(draw)],
  (draw) => ["GET", "/api/v1r1/enterprise/pods", asClient(draw)],
  (draw) => ["PUT", "/api/v1r1/enterprise/users/%zz", asClient(draw)],
  () => ["POST", "/api/v1r1/auth", { body: "{not json" }],
  () => ["PATCH", "/api/v1/nothing", { body: "\u0000text" }],
  () => ["GET", "/v1/calls"]
]

/** One request of a client: which kind, with what, and where. */
export const Move = Schema.Struct({
  kind: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: kinds.length - 1 })),
  number: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
  region: Schema.Literals(["us", "eu"])
})
export type Move = typeof Move.Type

const keep = (held: Held, { json }: Answer) => {
  if (typeof json === "string" && json.split(".").length === 3) held.tokens.push(json)
  if (typeof json?.token === "string") held.tokens.push(json.token)
  if (typeof json?.refresh === "string") held.refreshTokens.push(json.refresh)
}

/** Sends what several clients move, each one request after another, all at once; what one is given all may use. */
export const run = (clients: ReadonlyArray<ReadonlyArray<Move>>): Effect.Effect<void, never, Emulator> => {
  const held: Held = { tokens: [], refreshTokens: [] }
  const first = send("POST", "/api/v1r1/auth", { body: { email: "ada", password: "correct-horse" } })
  return Effect.andThen(
    Effect.map(first, (answer) => keep(held, answer)),
    Effect.forEach(
      clients,
      Effect.forEach(({ kind, number, region }) => {
        const [method, path, sent] = (kinds[kind] ?? kinds[0]!)({ held, number })
        return Effect.map(send(method, path, { ...sent, region }), (answer) => keep(held, answer))
      }),
      { concurrency: "unbounded", discard: true }
    )
  )
}
