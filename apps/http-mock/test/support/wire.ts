import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { textAt } from "./json.ts"

export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly text: string
  readonly json: unknown
}

export interface Sent {
  readonly region?: "us" | "eu"
  readonly headers?: Record<string, string>
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown
}

export const key = { "x-service-api-key": "demo-api-key" }

const json = { "content-type": "application/json" }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, type: response.headers.get("content-type"), text, json: parsed(text) }
}

/** Sends a request over the socket with Node's fetch. */
export const send = (method: string, path: string, { body, headers = key, region = "us" }: Sent = {}) =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.promise(() =>
      fetch(`${baseUrl[region]}${path}`, {
        method,
        headers: { ...json, ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      }).then(answerOf)
    )
  )

const credentials = { email: "ada@example.com", password: "correct-horse" }

export const logIn = (email = credentials.email, region: "us" | "eu" = "us") =>
  Effect.map(send("POST", "/api/v1r1/auth", { region, body: { ...credentials, email } }), ({ json }) => ({
    refresh: textAt(json, "refresh"),
    token: textAt(json, "token")
  }))

/** The headers for a user: API key and user token. */
export const asUser = (token: string) => ({ ...key, authorization: token })

export const asAda = Effect.map(logIn(), ({ token }) => asUser(token))
