import type { Match } from "@remote-assist/core/Contract"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { RequestContext } from "../tenants/RequestContext.ts"
import { bearerToken } from "../wire/request.ts"
import { oneLine } from "../world/json.ts"
import type { World } from "../world/model/World.ts"
import * as PartnerKey from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import { parseUserId } from "../world/tokens/UserToken.ts"
import * as Users from "../world/users/Users.ts"
import type { Caller, Condition, Where } from "./Fault.ts"
import { valuesAt } from "./JsonPlaces.ts"

/** A request, as far as a fault looks at it. */
interface Seen {
  readonly request: HttpServerRequest
  /** Its parameters, or undefined if its operation does not take the path as it is. */
  readonly match: Match | undefined
  readonly world: World
  /** Its body as JSON, or undefined if it is not JSON or was not read. */
  readonly body: () => unknown
}

/** Whether a fault is for a request, of those to its operations. */
export interface Matcher {
  readonly isFor: (seen: Seen) => boolean
  /** Whether it looks at the body, which is read before then. */
  readonly needsBody: boolean
}

/** Reads the body of a request as JSON when it is first used. The request keeps its bytes for others who read them. */
export const bodyOf = (context: RequestContext, mostBytes: number): Effect.Effect<() => unknown> => {
  const { request } = context
  const none = () => undefined
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return Effect.succeed(none)
  const read = Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes))
  return Effect.match(Effect.interruptible(read), {
    onFailure: () => none,
    onSuccess: (bytes) => {
      context.body = new Uint8Array(bytes)
      let body: Result.Result<unknown, unknown> | undefined
      return () => {
        body ??= Result.try((): unknown => JSON.parse(Buffer.from(bytes).toString("utf8")))
        return Result.getOrUndefined(body)
      }
    }
  })
}

/** The subject of the user token that a request carries, expired or not. */
const subjectOf = ({ request, world: { settings } }: Seen): string | undefined => {
  const token = bearerToken(request)
  if (token === undefined) return undefined
  const claims = UserToken.verify(settings.key, token)
  if (Result.isSuccess(claims)) return claims.success.sub
  const { publicKey } = settings.site
  if (publicKey === undefined || !PartnerKey.isSigned(token)) return undefined
  return Result.getOrUndefined(PartnerKey.claimsOf(publicKey, token))?.sub
}

const isCaller = (caller: Caller, seen: Seen): boolean => {
  const wanted = String(caller).toLowerCase()
  const subject = subjectOf(seen)
  if (wanted === "anonymous") return subject === undefined || !/^(?:User|Partner|Enterprise):/.test(subject)
  if (subject === undefined) return false
  const id = parseUserId(subject)
  const user = id === undefined ? undefined : Option.getOrUndefined(Users.byId(seen.world.users, id))
  return [subject, id, user?.entry.username, user?.entry.email].some((name) => String(name).toLowerCase() === wanted)
}

type Values = ReadonlyArray<unknown>

const textOf = (value: unknown) => (Predicate.isString(value) ? value : JSON.stringify(value))

// the longest text that a pattern looks at
const mostCharacters = 10_000

/** A regular expression that takes time in proportion to the text, or why it cannot be used. */
const patternOf = Effect.fnUntraced(function* (source: string) {
  const { RE2JS } = yield* Effect.promise(() => import("re2js"))
  const pattern = yield* Effect.fromResult(
    Result.try({
      try: () => RE2JS.compile(RE2JS.translateRegExp(source)),
      catch: (error) => oneLine(Predicate.isError(error) ? error.message : String(error))
    })
  )
  return (text: string) => pattern.test(text.slice(0, mostCharacters))
})

/** Whether one of some values meets a condition. Values of headers, queries and paths are texts. */
const compileCondition = Effect.fnUntraced(function* (condition: Condition, place: string, isText: boolean) {
  const equals = (wanted: unknown) => (values: Values) =>
    values.some((value) => (isText ? value === textOf(wanted) : Equal.equals(value, wanted)))
  if (!Predicate.isObject(condition)) return equals(condition)
  if ("equals" in condition) return equals(condition.equals)
  if ("absent" in condition) return (values: Values) => (values.length === 0) === condition.absent
  if ("contains" in condition)
    return (values: Values) => values.some((value) => textOf(value).includes(condition.contains))
  const isMatch = yield* Effect.mapError(
    patternOf(condition.matches),
    (why) => `where.${place}: matches has ${JSON.stringify(condition.matches)}, which cannot be used: ${why}.`
  )
  return (values: Values) => values.some((value) => isMatch(textOf(value)))
})

const own = (values: Readonly<Record<string, unknown>> | undefined, name: string): Values => {
  const value = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

const valuesOf: { readonly [Part in keyof Where]-?: (seen: Seen, name: string) => Values } = {
  headers: ({ request }, name) => own(request.headers, name.toLowerCase()),
  query: ({ match }, name) => own(match?.query, name),
  params: ({ match }, name) => own(match?.params, name),
  body: ({ body }, pointer) => valuesAt(body(), pointer)
}

// those of the body last, which is read for them
const parts = ["headers", "query", "params", "body"] as const

/** Compiles the conditions of a fault, or fails with the one that cannot be used. */
export const compile = Effect.fnUntraced(function* (caller: Caller | undefined, where: Where = {}) {
  const conditions = parts.flatMap((part) =>
    Object.entries(where[part] ?? {}).map(([name, condition]) => ({ part, name, condition }))
  )
  const all = yield* Effect.forEach(conditions, ({ condition, name, part }) =>
    Effect.map(
      compileCondition(condition, part === "body" ? `body of ${name}` : `${part}.${name}`, part !== "body"),
      (holds) => (seen: Seen) => holds(valuesOf[part](seen, name))
    )
  )
  const matcher: Matcher = {
    needsBody: where.body !== undefined,
    isFor: (seen) => (caller === undefined || isCaller(caller, seen)) && all.every((holds) => holds(seen))
  }
  return matcher
})
