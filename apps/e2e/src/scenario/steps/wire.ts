import { Http } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** A request that the SDK would not send. */
export interface Plain {
  readonly method: "GET" | "POST" | "DELETE"
  /** After `/api`, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

const longest = 1024 * 1024

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

/** The header that carries the API key. */
export const apiKeyHeader = Effect.map(Region, ({ apiKey, apiKeyHeader }) => ({
  [apiKeyHeader]: Redacted.value(apiKey)
}))

/** Sends a request as it stands, with the headers given and no other credentials, and yields status and parsed body. */
export const asked = Effect.fnUntraced(function* ({ body, headers, method, path }: Plain) {
  const { apiUrl } = yield* Region
  const answer = yield* (yield* Http).exchange(
    {
      method,
      url: apiUrl + path,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      body: body === undefined ? undefined : JSON.stringify(body)
    },
    longest
  )
  return { status: answer.status, body: Option.getOrUndefined(json(answer.body)) }
})
