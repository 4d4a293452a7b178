import { Api } from "@remote-assist/core/Api"
import { UserTokenV1, UserTokenV1R1, UserTokenV1Text } from "@remote-assist/core/Credentials"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Choose } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"
import { toErrorText, toErrorV1R1 } from "./serviceErrors.ts"

/** How an operation words its errors. */
interface Dialect {
  readonly version: "v1" | "v1r1"
  /** Whether its 401 and 403 are bare strings. */
  readonly text: boolean
  readonly takesUserToken: boolean
}

const dialects: ReadonlyMap<string, Dialect> = new Map(
  Object.values(Api.groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ identifier, middlewares, path }): [string, Dialect] => {
      const taken = new Set<unknown>(middlewares)
      return [
        `${group.identifier}.${identifier}`,
        {
          version: path.startsWith("/v1r1/") ? "v1r1" : "v1",
          text: taken.has(UserTokenV1Text),
          takesUserToken: [UserTokenV1, UserTokenV1R1, UserTokenV1Text].some((middleware) => taken.has(middleware))
        }
      ]
    })
  )
)

const causes: ReadonlyMap<number, Refusal["cause"]> = new Map([
  [400, "badInput"],
  [401, "token"],
  [403, "permission"],
  [404, "notFound"]
])

/** Whether an operation takes a user token, which can expire. */
export const takesUserToken = (operation: string): boolean => dialects.get(operation)?.takesUserToken === true

/** What an error is to say. */
export interface Said {
  readonly status: number
  readonly message: string
  /** That of the emulator for the status unless set. */
  readonly code?: number
}

/** An error as an operation words it, documented or not. */
export const inDialect = (
  operation: string,
  { code, message, status }: Said,
  choose: Choose
): HttpServerResponse.HttpServerResponse => {
  const dialect = dialects.get(operation)
  if (dialect?.text === true && (status === 401 || status === 403))
    return HttpServerResponse.jsonUnsafe(message, { status })
  const worded = toErrorV1R1(refusal(causes.get(status) ?? "internal", message), choose)
  const body = { code: code ?? worded.code, message }
  return HttpServerResponse.jsonUnsafe(dialect?.version === "v1" ? body : { ...body, name: worded.name }, { status })
}

/** An expired user token as an operation words it. */
export const expired = (operation: string, message: string, choose: Choose): HttpServerResponse.HttpServerResponse => {
  const refused = refusal("expired", message)
  if (dialects.get(operation)?.version === "v1") {
    const { message, status } = toErrorText(refused)
    return HttpServerResponse.jsonUnsafe(message, { status })
  }
  const { code, message: text, name, status } = toErrorV1R1(refused, choose)
  return HttpServerResponse.jsonUnsafe({ code, message: text, name }, { status })
}
