import { connect, secret } from "@remote-assist/core/promise"
import type { EmulatedTenant } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { run } from "../support/pty.ts"
import { emulator as startEmulator } from "../support/service.ts"

/** The fields of a call that all clients must show alike. */
interface View {
  readonly from: string
  readonly to: string
  readonly reason: string
  readonly seconds: number | undefined
  readonly participants: ReadonlyArray<string>
  readonly guests: ReadonlyArray<string>
  readonly ratings: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  readonly recording: string
}

const numberOf = (value: unknown) => (value === "" || value === undefined || value === null ? undefined : Number(value))

/** A response to a client: parsed JSON, or an object of the SDK. */
const viewOf = (call: any): View => ({
  from: call.dialerName,
  to: call.receiverName,
  reason: call.reasonCallEnded,
  seconds: numberOf(call.callDuration),
  participants: call.participants.map(({ name }: { name: string }) => name),
  guests: call.participants.flatMap((one: { isAnonymous: boolean; name: string }) =>
    one.isAnonymous ? [one.name] : []
  ),
  ratings: call.ratings.map(({ rating }: { rating: string }) => rating),
  tags: call.tags,
  recording: call.recordingStatus
})

const page = "https://app.plant.example"

/** Sends a request like a page of another origin: the browser sends a preflight request first. */
const asPage = (base: string, key: string) => async (method: string, path: string, body: unknown, token?: string) => {
  const headers = {
    "x-service-api-key": key,
    "content-type": "application/json",
    ...(token && { authorization: token })
  }
  const preflight = await fetch(`${base}${path}`, {
    method: "OPTIONS",
    headers: {
      origin: page,
      "access-control-request-method": method,
      "access-control-request-headers": Object.keys(headers).join(",")
    }
  })
  expect(preflight.headers.get("access-control-allow-origin")).toMatch(/^(\*|https:\/\/app\.plant\.example)$/)
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { ...headers, origin: page },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  expect(answer.headers.get("access-control-allow-origin")).toMatch(/^(\*|https:\/\/app\.plant\.example)$/)
  const json: any = await answer.json()
  return { status: answer.status, json }
}

/** The clients of one user. */
const clientsOf = async ({ baseUrl, demo }: EmulatedTenant, email: string) => {
  const ask = asPage(baseUrl.us, demo.apiKey)
  const { json } = await ask("POST", "/api/v1r1/auth", { email, password: demo.password })
  const sdk = await connect({ name: "us", baseUrl: baseUrl.us, apiKey: demo.apiKey, strict: true })
  await sdk.session.logIn({ email, password: secret(demo.password) })
  const env = {
    REMOTE_ASSIST_REGION: "us",
    REMOTE_ASSIST_US_URL: baseUrl.us,
    REMOTE_ASSIST_API_KEY: demo.apiKey,
    REMOTE_ASSIST_EMAIL: email,
    REMOTE_ASSIST_PASSWORD: demo.password
  }
  return {
    env,
    page: async (id: string) => viewOf((await ask("GET", `/api/v1/calls/${id}`, undefined, json.token)).json),
    listedByPage: async (id: string) => {
      const calls = (await ask("GET", "/api/v1/calls", undefined, json.token)).json
      return viewOf(calls.find(({ session }: { session: string }) => session === id))
    },
    refused: async (id: string) => (await ask("GET", `/api/v1/calls/${id}`, undefined, json.token)).status,
    sdk: async (id: string) => viewOf(await sdk.calls.read(id)),
    recent: async () => (await sdk.calls.recent())[0],
    command: async (id: string) => {
      const { code, stderr, stdout } = await remoteAssist(["calls", "show", id, "--json"], { env })
      expect([stderr, code]).toStrictEqual(["", 0])
      return viewOf(JSON.parse(stdout))
    }
  }
}

const ringing: View = {
  from: "Ada Lovelace",
  to: "Grace Hopper",
  reason: "",
  seconds: undefined,
  participants: ["Ada Lovelace", "Grace Hopper"],
  guests: [],
  ratings: [],
  tags: [],
  recording: ""
}

const joined = {
  ...ringing,
  participants: ["Ada Lovelace", "Grace Hopper", "Linus Torvalds", "Rosa"],
  guests: ["Rosa"]
}

const ended = { ...joined, reason: "Call Ended", seconds: 355, recording: "finished", ratings: ["5"], tags: ["pump"] }

test("a call looks the same to a page, the SDK and the terminal UI", { timeout: 120_000 }, async () => {
  const emulator = await startEmulator(4)
  const control = await Effect.runPromise(emulator.control)
  const advance = (seconds: number) => Effect.runPromise(emulator.advance(seconds * 1000))
  await Effect.runPromise(control.clock.change({ payload: { scale: 0 } }))
  const [ada, grace] = await Promise.all([clientsOf(emulator, "ada"), clientsOf(emulator, "grace")])
  const placing = control.calls.place({
    query: {},
    payload: {
      from: "ada",
      to: "grace",
      steps: [
        { do: "ring" },
        { do: "answer", at: "5 seconds" },
        { do: "degrade", who: "grace", profile: "dropping", at: "30 seconds" },
        { do: "join", who: "linus", at: "1 minute" },
        { do: "join", guest: "Rosa", at: "2 minutes" },
        { do: "record", at: "3 minutes" },
        { do: "leave", who: "linus", at: "5 minutes" },
        { do: "end", at: "6 minutes" },
        { do: "rate", who: "ada", rating: 5, at: "7 minutes" },
        { do: "tag", tags: ["pump"], at: "8 minutes" }
      ]
    }
  })
  const { id } = await Effect.runPromise(placing)

  const seenByAll = async (view: View) => {
    for (const who of [ada, grace])
      expect(await Promise.all([who.page(id), who.listedByPage(id), who.sdk(id)])).toStrictEqual([view, view, view])
  }
  const screen = run("main.ts", { env: ada.env, rows: 40, columns: 120 })
  await screen.see("Users 1 of 4")
  await screen.press("g", "c")

  const linus = await clientsOf(emulator, "linus")
  await seenByAll(ringing)
  expect(await linus.refused(id)).toBe(403)
  expect(await ada.command(id)).toStrictEqual(ringing)
  await screen.see(/Grace Hopper +.*running/)

  await advance(150)
  await seenByAll(joined)
  expect(await Promise.all([ada.command(id), grace.command(id)])).toStrictEqual([joined, joined])
  expect(await linus.sdk(id)).toStrictEqual(joined)
  const { participants } = await Effect.runPromise(control.calls.read({ params: { id }, query: {} }))
  for (const [client, name] of [
    [ada, "ada"],
    [grace, "grace"]
  ] as const) {
    const recent = await client.recent()
    const sees = participants.find(({ username }) => username === name)?.sees
    const { contact_name, duration, outgoing, reason, status } = recent ?? {}
    expect({ contact_name, duration, outgoing, reason, status }).toStrictEqual(sees)
    expect(duration).toBe(145)
  }

  await advance(420)
  await seenByAll(ended)
  expect(await Promise.all([ada.command(id), grace.command(id), linus.command(id)])).toStrictEqual([
    ended,
    ended,
    ended
  ])
  await screen.press("R")
  await screen.see(/5:55 .*Grace Hopper/)
  await screen.press("enter", "enter")
  await screen.see("Rosa (anonymous)", "pump", "Ada Lovelace 5")
  await screen.press("q")
})
