import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../src/library/Emulator.ts"
import type { EmulatorOptions } from "../src/library/Emulator.ts"
import { bytes } from "./support/raw.ts"
import type { RawRequest } from "./support/raw.ts"

const key = { "x-service-api-key": "demo-api-key" }

const credentials = { email: "ada", password: "correct-horse" }

const call = "call_00000000-0000-4000-8000-00000000000"

/** Requests to every operation, with tokens from earlier responses. */
const log = (token: string, refresh: string): ReadonlyArray<RawRequest> => {
  const request = (method: string, path: string, body?: unknown): RawRequest => ({
    method,
    path: `/us/api${path}`,
    headers: { ...key, authorization: token },
    ...(body === undefined ? {} : { body })
  })
  return [
    request("POST", "/v1/anonymous/auth", { display_name: "Guest" }),
    request("POST", "/v1/auth", credentials),
    request("POST", "/v1/auth/exchange", { refresh_token: "alias-demo-ada" }),
    request("POST", "/v1/auth/refresh", { refresh_token: refresh }),
    request("POST", "/v1/enterprise/auth", credentials),
    request("POST", "/v1r1/auth/from_url", { link_url: "https://invite.example/w/demo" }),
    request("POST", "/v1r1/auth/pat", { token: "pat-demo-ada" }),
    request("GET", "/v1/token/info"),
    request("GET", "/v1/token/validate?resource_type=user"),
    request("POST", "/v1r1/personal_access_token"),
    request("GET", "/v1r1/personal_access_token"),
    request("GET", "/v1r1/personal_access_token/2"),
    request("DELETE", "/v1r1/personal_access_token/2"),
    request("POST", "/v1/register", { user_info: { email: "a@example.com", name: "A", password: "x" } }),
    request("POST", "/v1r1/register", { user_info: { email: "b@example.com", name: "B", password: "x", title: "T" } }),
    request("POST", "/v1/register/confirm?confirmation_token=confirm-demo-new"),
    request("POST", "/v1/register/confirm_new_email?confirmation_token=confirm-demo-grace"),
    request("POST", "/v1/register/resend_confirmation?email=a%40example.com"),
    request("POST", "/v1r1/register/enterprise", {
      contact_email: "c@example.com",
      contact_name: "C",
      enterprise_name: "E",
      reseller_id: "1"
    }),
    request("GET", "/v1/calls?page_size=5&order=callDuration"),
    request("GET", "/v1/calls/recent"),
    request("PUT", `/v1/calls/${call}1`, { alt1_id: "noted" }),
    request("GET", `/v1/calls/${call}1`),
    request("GET", `/v1/calls/${call}1/event_stream`),
    request("GET", `/v1/calls/${call}1/events`),
    request("GET", "/v1/on_call_groups"),
    request("POST", "/v1/on_call_groups/12/favorites"),
    request("DELETE", "/v1/on_call_groups/11/favorites"),
    request("POST", "/v1/personal_room/invite", { email: "d@example.com", name: "D" }),
    request("POST", "/v1/session/invite", { call_id: `${call}3`, contact_tokens: ["contact-102"] }),
    request("POST", "/v1r1/enterprise/users", { email: "e@example.com" }),
    request("PUT", "/v1r1/enterprise/users/102", { active: false }),
    request("DELETE", "/v1r1/enterprise/users/103"),
    request("GET", "/v1r1/enterprise/users?page_size=50"),
    request("GET", "/v1r1/enterprise/pods"),
    request("POST", "/v1r1/auth", { email: "ada", password: "wrong" }),
    request("GET", "/v1r1/nothing")
  ]
}

const run = (options: EmulatorOptions) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* Emulator
    const first = yield* bytes(baseUrl.us, {
      method: "POST",
      path: "/us/api/v1r1/auth",
      headers: key,
      body: credentials
    })
    const { refresh, token } = JSON.parse(first.slice(first.indexOf("{"))) as Record<"refresh" | "token", string>
    return [first, ...(yield* Effect.forEach(log(token, refresh), (request) => bytes(baseUrl.us, request)))]
  }).pipe(Effect.provide(Emulator.layerServer({ port: 0, users: 1000, calls: 300, ...options })))

describe("two runs with the same seed and requests", () => {
  it.live("give identical bytes, including the date", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([
        run({ frozenAt: "2026-03-01T12:00:00Z" }),
        run({ frozenAt: "2026-03-01T12:00:00Z" })
      ])
      assert.deepStrictEqual(one, other)
      assert.lengthOf(one, 38)
      assert.lengthOf(
        one.filter((answer) => answer.startsWith("HTTP/1.1 200")),
        36
      )
      for (const answer of one) assert.match(answer, /date: Sun, 01 Mar 2026 12:00:00 GMT/i)
    })
  )

  it.live("differ with another seed or at another time", () =>
    Effect.gen(function* () {
      const [[one], [seeded], [later]] = yield* Effect.all([
        run({ frozenAt: "2026-03-01T12:00:00Z" }),
        run({ frozenAt: "2026-03-01T12:00:00Z", seed: 2 }),
        run({ frozenAt: "2026-03-01T12:00:01Z" })
      ])
      assert.notStrictEqual(one, seeded)
      assert.notStrictEqual(one, later)
    })
  )
})
