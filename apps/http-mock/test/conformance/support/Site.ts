import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../../src/library/Emulator.ts"
import { at, listAt, textAt } from "../../support/json.ts"
import { answersString, operations } from "./Operations.ts"
import type { Operation, OperationId } from "./Operations.ts"
import { shapes } from "./Resources.ts"

export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly text: string
  readonly json: unknown
}

/** The parts of a request (default: the valid API key). */
export interface Asked {
  /** The parameter of the path. */
  readonly id?: string | number
  readonly query?: Readonly<Record<string, string>>
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  /** Goes into authorization as it is. */
  readonly token?: string | undefined
  readonly key?: string | undefined
  readonly region?: "us" | "eu"
}

/** A tenant of the emulator in the state of the seed, reached over the socket. */
export interface Site {
  /** Sends a request to an operation. An undocumented answer fails the test. */
  readonly ask: (id: OperationId, input?: Asked) => Effect.Effect<Answer>
  /** Sends a request to an operation, without a check of the answer. */
  readonly send: (id: OperationId, input?: Asked) => Effect.Effect<Answer>
  /** Sends any request to a region. */
  readonly request: (method: string, path: string, input?: Omit<Asked, "id">) => Effect.Effect<Answer>
  /** The refresh token and the token of a user, whose password is that of the seed. */
  readonly logIn: (
    email: string,
    region?: "us" | "eu"
  ) => Effect.Effect<{ readonly refresh: string; readonly token: string }>
  /** Moves the clock of the tenant on, by a duration such as `31 days`. */
  readonly advance: (duration: string) => Effect.Effect<void>
  /** The e-mails to an address, the oldest first. */
  readonly mailsTo: (
    address: string
  ) => Effect.Effect<ReadonlyArray<{ readonly kind: string; readonly token?: string }>>
  /** The tested operations and statuses, as `Auth.logIn 200`. */
  readonly met: ReadonlySet<string>
}

export const apiKey = "demo-api-key"

export const password = "correct-horse"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const queryOf = (query: Asked["query"]) => (query === undefined ? "" : `?${new URLSearchParams(query).toString()}`)

const fetched = (url: string, init: RequestInit) =>
  Effect.promise(async (): Promise<Answer> => {
    const response = await fetch(url, init)
    const text = await response.text()
    return { status: response.status, type: response.headers.get("content-type"), text, json: parsed(text) }
  })

const isJson = (type: string | null) => type !== null && /^application\/json(?:;|$)/.test(type)

/** Whether an answer has another form of §7. */
const inForm = (id: OperationId, { json, status }: Answer): string | undefined => {
  if (status !== 401) return undefined
  if (json === "Token expired" && operations[id].section.startsWith("§4.4")) return "string"
  return answersString(id) && at(json, "code") === 1006 ? "errorV1" : undefined
}

/** Returns the differences of an answer from the interface. */
export const problemsOf = (id: OperationId, answer: Answer): ReadonlyArray<string> => {
  const { answers }: Operation = operations[id]
  const { json, status, text, type } = answer
  const form = Object.entries(answers).find(([documented]) => documented === String(status))?.[1]
  if (form === undefined) return [`${id} answers ${status}, which is not documented: ${text}`]
  if (form === "empty") return text === "" && type === null ? [] : [`${id} answers ${status} with a body: ${text}`]
  if (!isJson(type)) return [`${id} answers ${status} with the content type ${type}`]
  const other = inForm(id, answer)
  return shapes[other === "string" || other === "errorV1" ? other : form](json, `${id} ${status}`)
}

let count = 0

/** A new site. */
export const newSite: Effect.Effect<Site, never, Emulator> = Effect.map(Emulator, ({ baseUrl }) => {
  count += 1
  const tenant = { "x-mock-tenant": `site-${count}` }
  const met = new Set<string>()
  const { origin } = new URL(baseUrl.us)

  const request: Site["request"] = (method, path, { body, query, region = "us", token, ...input } = {}) => {
    const key = "key" in input ? input.key : apiKey
    return fetched(`${baseUrl[region]}${path}${queryOf(query)}`, {
      method,
      headers: {
        ...tenant,
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { "x-service-api-key": key }),
        ...(token === undefined ? {} : { authorization: token })
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
  }
  const send: Site["send"] = (id, { id: parameter, ...input } = {}) => {
    const { method, path } = operations[id]
    return request(method, `/api${path.replace(/\{\w+\}/, encodeURIComponent(parameter ?? ""))}`, input)
  }
  const ask: Site["ask"] = (id, input) =>
    Effect.map(send(id, input), (answer) => {
      assert.deepStrictEqual(problemsOf(id, answer), [])
      met.add(`${id} ${answer.status}`)
      return answer
    })
  const control = (path: string, init: RequestInit = {}) =>
    Effect.map(
      fetched(`${origin}/__mock/${path}`, { ...init, headers: { ...tenant, "content-type": "application/json" } }),
      ({ json, status, text }) => {
        assert.strictEqual(status, 200, text)
        return json
      }
    )
  return {
    ask,
    send,
    request,
    logIn: (email, region = "us") =>
      Effect.map(send("Auth.logInV1R1", { region, body: { email, password } }), ({ json, status, text }) => {
        assert.strictEqual(status, 200, text)
        return { refresh: textAt(json, "refresh"), token: textAt(json, "token") }
      }),
    advance: (duration) =>
      Effect.asVoid(control("clock", { method: "POST", body: JSON.stringify({ advance: duration }) })),
    mailsTo: (address) =>
      Effect.map(control(`outbox${queryOf({ to: address })}`), (mails) =>
        listAt(mails).map((mail) => ({
          kind: textAt(mail, "kind"),
          ...(at(mail, "token") === undefined ? {} : { token: textAt(mail, "token") })
        }))
      ),
    met
  }
})

/** Sends a request as a user, after a log-in. */
export const askAs = (site: Site, email: string, id: OperationId, input: Asked = {}): Effect.Effect<Answer> =>
  Effect.flatMap(site.logIn(email), ({ token }) => site.ask(id, { ...input, token }))
