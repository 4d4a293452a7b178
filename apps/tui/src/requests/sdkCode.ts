import type { Region } from "@remote-assist/core"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Address from "./address.ts"
import { hasToken } from "./credentials.ts"
import type { Kept } from "./Kept.ts"
import * as Call from "./sdk/Call.ts"
import * as EffectForm from "./sdk/effectForm.ts"
import type { Program, RawRequest } from "./sdk/Program.ts"
import * as PromiseForm from "./sdk/promiseForm.ts"
import { mapSecrets, variables } from "./secrets.ts"

/** Two programs that send the same request, each whole: secrets are variables of the environment, as in `curl.of`. */
export interface Code {
  /** For those who do not use Effect. */
  readonly promise: string
  readonly effect: string
}

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"])

// what the SDK sends by hand
const sendable = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@%]+)+$/i

const queryOf = (query: Address.Address["query"]) =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(query, ([name]) => Address.decoded(name)),
      ([name, pairs]) => {
        const values = pairs.map(([, value]) => Address.decoded(value))
        return [name, values.length === 1 ? values[0] : values]
      }
    )
  )

const rawOf = ({ body, cut, method, url }: Kept): Result.Result<RawRequest, string> => {
  const { path, query } = Address.of(url)
  if (!methods.has(method)) return Result.fail(`The SDK has no ${method} requests.`)
  if (!sendable.test(path)) return Result.fail("The SDK sends nothing to such a path.")
  const read = Result.try((): unknown => (body === undefined || cut?.body !== undefined ? undefined : JSON.parse(body)))
  return Result.succeed({
    method,
    path,
    inputs: [
      ...(query.length === 0 ? [] : [{ name: "query", value: queryOf(query) }]),
      ...(body === undefined
        ? []
        : [
            {
              name: "body",
              value: mapSecrets(path, Result.getOrUndefined(read), (value) => Redacted.make(String(value)))
            }
          ])
    ]
  })
}

/** The code that sends a request with the SDK; or a sentence that says why there is none. */
export const of = (request: Kept, region: Region.Region["Service"]): Result.Result<Code, string> => {
  const { cut, url } = request
  if (cut?.url !== undefined) return Result.fail(`Its address, of ${cut.url} characters, was not kept.`)
  const { base, path } = Address.of(url)
  if (base !== region.apiUrl) return Result.fail("It was sent to another address than that of the region.")
  const call = cut?.body === undefined ? Call.of(request) : Option.none()
  const does: Result.Result<Call.Call | RawRequest, string> = Option.isSome(call)
    ? Result.succeed(call.value)
    : rawOf(request)
  return Result.map(does, (does) => {
    const program = (): Program => ({ region, hasToken: hasToken(request, region), does, variable: variables(path) })
    return { promise: PromiseForm.of(program()), effect: EffectForm.of(program()) }
  })
}
