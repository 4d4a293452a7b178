import type { Region } from "@remote-assist/core"

import type { Call, Input } from "./Call.ts"

/** A request by hand, where no method of the SDK sends it. */
export interface RawRequest {
  readonly method: string
  /** Encoded, as in `/v1/calls`. */
  readonly path: string
  /** Its query and body, those that it has; a body that was not kept is undefined. */
  readonly inputs: ReadonlyArray<Input>
}

/** What a program of the SDK does. */
export interface Program {
  readonly region: Region.Region["Service"]
  /** Whether somebody is logged in. */
  readonly hasToken: boolean
  readonly does: Call | RawRequest
  /** Names the variable of the environment for a secret. */
  readonly variable: (name: string) => string
}

/** Settings of a region other than its API key, as fields of an object. */
export const settingsOf = ({
  apiKeyForm,
  apiKeyHeader,
  apiUrl,
  name
}: Region.Region["Service"]): ReadonlyArray<string> => [
  `name: ${JSON.stringify(name)}`,
  `baseUrl: ${JSON.stringify(apiUrl.replace(/\/api$/, ""))}`,
  ...(apiKeyForm === "authorization" ? ['apiKeyForm: "authorization"'] : []),
  ...(apiKeyHeader === "x-service-api-key" ? [] : [`apiKeyHeader: ${JSON.stringify(apiKeyHeader)}`])
]
