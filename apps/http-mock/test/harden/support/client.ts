import { apiKey, password } from "../../conformance/support/Site.ts"
import { textAt } from "../../support/json.ts"
import { ask } from "./ask.ts"
import { answered } from "./Report.ts"
import type { Report } from "./Report.ts"

export interface JsonResponse {
  readonly status: number
  readonly text: string
  /** The parsed text, or `undefined` if it is not JSON. */
  readonly json: unknown
}

/** A client of one tenant of an emulator. */
export interface Client {
  readonly tenant: string
  readonly service: (method: string, path: string, body?: unknown, token?: string) => Promise<JsonResponse>
  readonly control: (method: string, path: string, body?: unknown) => Promise<JsonResponse>
  readonly logIn: (email: string) => Promise<JsonResponse>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const clientOf = (origin: string, tenant: string, report: Report): Client => {
  const send = async (method: string, path: string, body: unknown, token?: string): Promise<JsonResponse> => {
    const headers = {
      "content-type": "application/json",
      "x-service-api-key": apiKey,
      ...(token === undefined ? {} : { authorization: token })
    }
    const content = body === undefined ? "" : JSON.stringify(body)
    const { status, text } = await ask(origin, { method, path: `/t/${tenant}${path}`, headers, body: content })
    answered(report, status)
    return { status, text, json: parse(text) }
  }
  const service: Client["service"] = (method, path, body, token) => send(method, `/us/api${path}`, body, token)
  return {
    tenant,
    service,
    control: (method, path, body) => send(method, `/__mock${path}`, body),
    logIn: (email) => service("POST", "/v1r1/auth", { email, password })
  }
}

/** Logs in the seeded administrator, and returns the token. */
export const administratorOf = async ({ logIn, tenant }: Client): Promise<string> => {
  const { json, status, text } = await logIn("ada")
  if (status !== 200) throw new Error(`ada cannot log in to ${tenant}: ${status} ${text}`)
  return textAt(json, "token")
}
