import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, test } from "vitest"

import * as Curl from "../../src/requests/curl.ts"
import * as Requests from "../../src/requests/Requests.ts"
import { start } from "../support/command.ts"
import { samples, secrets } from "./operations.ts"
import { recorder } from "./recorder.ts"

const local = { name: "us" as const, baseUrl: "https://us.example.com", apiKey: Redacted.make("the key of all") }

const sh = (line: string, env: Readonly<Record<string, string>>) => start("sh", ["-c", line], { env }).ended()

/** A query in which the order of its parameters makes no difference. */
const sorted = (path: string) => {
  const url = new URL(path, "http://any")
  url.searchParams.sort()
  return `${url.pathname}${url.search}`
}

describe("the line of a request", () => {
  test("sends the same from a shell, of each operation", async () => {
    const { came, env, region, token } = await recorder()
    const settings = await Effect.runPromise(Region.make(region))
    const all = await samples(region, token)
    for (const { request } of all) {
      const { code, stderr } = await sh(Curl.format(Requests.toLogged(request), settings), { ...env, ...secrets })
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    }
    const parts = ["accept", "authorization", "content-type", "x-service-api-key"] as const
    expect(
      came.map(({ body, headers, method, path }) => ({
        line: `${method} ${sorted(path)}`,
        headers: parts.map((name) => headers[name]),
        body: body === "" ? undefined : JSON.parse(body)
      }))
    ).toEqual(
      all.map(({ request: { body, headers, method, url } }) => ({
        line: `${method} ${sorted(url.slice(new URL(url).origin.length))}`,
        headers: parts.map((name) => headers[name]),
        body: body === undefined ? undefined : JSON.parse(body)
      }))
    )
    expect(came.filter(({ status }) => status === 200).length).toBeGreaterThan(20)
  })

  test("is the same of a request that was kept, and holds no secret", async () => {
    const region = await Effect.runPromise(Region.make(local))
    for (const { request } of await samples(local, "the token")) {
      const line = Curl.format(request, region)
      expect(Curl.format(Requests.toLogged(request), region)).toBe(line)
      for (const value of [...Object.values(secrets), "the token", "the key of all"]) expect(line).not.toContain(value)
    }
  })

  test("has variables where secrets stand beside others", async () => {
    const { came, region } = await recorder()
    const request = {
      method: "POST",
      url: `${region.baseUrl}/api/v1/contacts?page=1&token=a%20b`,
      headers: { accept: "text/plain", cookie: "it's", "x-other": 'it\'s "$HOME"' },
      body: '{"name":"\uFDD0REMOTE_ASSIST_TOKEN\uFDD0 $HOME","pins":{"pin":[1,"2"]},"pin":"3"}'
    }
    const line = Curl.format(Requests.toLogged(request), await Effect.runPromise(Region.make(region)))
    await sh(line, {
      REMOTE_ASSIST_TOKEN: "a%20b",
      REMOTE_ASSIST_COOKIE: "it's",
      REMOTE_ASSIST_X_OTHER: "other",
      REMOTE_ASSIST_PIN: "1",
      REMOTE_ASSIST_PIN_2: "2",
      REMOTE_ASSIST_PIN_3: "3"
    })
    expect(came).toMatchObject([
      {
        path: expect.stringMatching(/\/contacts\?page=1&token=a%20b$/),
        headers: { accept: "text/plain", cookie: "it's", "x-other": "other" },
        body: String.raw`{"name":"\ufdd0REMOTE_ASSIST_TOKEN\ufdd0 $HOME","pins":{"pin":["1","2"]},"pin":"3"}`
      }
    ])
  })

  test("says what was not kept", async () => {
    const region = await Effect.runPromise(Region.make(local))
    const long = "x".repeat(5000)
    const request = { method: "POST", url: `https://us.example.com/api/v1/a?b=${long}`, headers: {}, body: `"${long}"` }
    expect(Curl.format(Requests.toLogged(request), region)).toBe(
      'curl -sS -g -X POST "$REMOTE_ASSIST_ADDRESS" --data-raw "$REMOTE_ASSIST_BODY" # its URL of 5034 characters was not logged; its body of 5002 characters was not logged'
    )
  })
})
