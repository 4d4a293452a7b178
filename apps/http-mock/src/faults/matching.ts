import { byId } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { bearerToken, contentLength, maxBodyBytes, readBytes } from "../wire/request.ts"
import type { RegionRequest } from "../wire/request.ts"
import { oneLine } from "../world/json.ts"
import { find } from "../world/life/participants.ts"
import type { World } from "../world/model/World.ts"
import * as PartnerKey from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import * as Users from "../world/users/Users.ts"
import type { Caller, Condition, Fault, Where } from "./Fault.ts"
import { valuesAt } from "./patch.ts"

type MatchedRequest = Pick<RegionRequest, "match" | "request" | "world">

/** Matches the requests that a fault is for, of those to its operations. */
export type Matcher = Effect.Success<ReturnType<typeof compile>>

/** Reads the body of a request, and parses it as JSON on first use. Later readers of the request get the same bytes. */
export const readJson = (context: RegionRequest): Effect.Effect<() => unknown> => {
  const { request } = context
  const maxBytes = maxBodyBytes(context)
  const noBody = () => undefined
  if (contentLength(request) > maxBytes) return Effect.succeed(noBody)
  return Effect.match(Effect.interruptible(readBytes(request, maxBytes)), {
    onFailure: () => noBody,
    onSuccess: (bytes) => {
      context.body = bytes
      let json: Result.Result<unknown, unknown> | undefined
      return () => {
        json ??= Result.try((): unknown => JSON.parse(Buffer.from(bytes).toString("utf8")))
        return Result.getOrUndefined(json)
      }
    }
  })
}

/** Returns the subject of the user token of a request, even if it has expired. */
const subjectOf = ({ request, world }: MatchedRequest): string | undefined => {
  const token = bearerToken(request)
  if (token === undefined) return undefined
  const { settings } = world()
  const claims = UserToken.verify(settings.key, token)
  if (Result.isSuccess(claims)) return claims.success.sub
  const { publicKey } = settings.site
  if (publicKey === undefined || !PartnerKey.isSigned(token)) return undefined
  return Result.getOrUndefined(PartnerKey.claimsOf(publicKey, token))?.sub
}

const isCaller = (caller: Caller, request: MatchedRequest): boolean => {
  const wanted = String(caller).toLowerCase()
  const subject = subjectOf(request)
  if (wanted === "anonymous") return subject === undefined || !/^(?:User|Partner|Enterprise):/.test(subject)
  if (subject === undefined) return false
  const id = UserToken.parseUserId(subject)
  const user = id === undefined ? undefined : Option.getOrUndefined(Users.byId(request.world().users, id))
  return [subject, id, user?.entry.username, user?.entry.email].some((name) => String(name).toLowerCase() === wanted)
}

/** Returns a warning if no request of the caller of a fault can exist in these worlds, or `undefined`. */
export const callerWarning = (worlds: ReadonlyArray<World>, { caller, operations }: Fault): string | undefined => {
  if (caller === undefined) return undefined
  if (!/^anonymous$/i.test(String(caller)) && operations.every((id) => byId(id)?.takesUserToken === false))
    return `${operations.join(", ")} takes no user token, so no request has a caller. Remove caller, or use where.body.`
  // these can always exist
  const isSubject = /^(?:anonymous$|\w+:)/i.test(String(caller))
  return isSubject || worlds.some((world) => Option.isSome(find(world, caller)))
    ? undefined
    : `There is no user ${JSON.stringify(caller)}, so no request matches.`
}

type Values = ReadonlyArray<unknown>

const toText = (value: unknown) => (Predicate.isString(value) ? value : JSON.stringify(value))

// how much of a value a pattern searches
const maxCharacters = 10_000

const maxSize = 2500

// of all values of a request: half a second, as a character takes time for each instruction of a pattern
const maxSteps = maxCharacters * maxSize

/** Compiles a regular expression that one of several values must match, in bounded time, or fails with why it is invalid. */
const compilePattern = Effect.fnUntraced(function* (source: string) {
  const { RE2JS } = yield* Effect.promise(() => import("re2js"))
  const pattern = yield* Effect.fromResult(
    Result.try({
      try: () => RE2JS.compile(RE2JS.translateRegExp(source)),
      catch: (error) =>
        oneLine(Predicate.isError(error) ? error.message : String(error))
          .replace("error parsing regexp: ", "")
          .replace(/ or unsupported Perl syntax/, " or unsupported syntax")
    })
  )
  const size = pattern.programSize()
  if (size > maxSize) return yield* Effect.fail("expression too large. Use smaller repetitions")
  return (values: Values) => {
    let left = maxSteps / size
    return values.some((value) => {
      const text = toText(value).slice(0, Math.min(maxCharacters, left))
      left -= text.length
      return left > 0 && pattern.test(text)
    })
  }
})

/** Compiles a condition that one of several values must meet. The values of headers, queries and paths are texts. */
const compileCondition = Effect.fnUntraced(function* (condition: Condition, place: string, isText: boolean) {
  const equals = (wanted: unknown) => (values: Values) =>
    values.some((value) => (isText ? value === toText(wanted) : Equal.equals(value, wanted)))
  if (!Predicate.isObject(condition)) return equals(condition)
  if ("equals" in condition) return equals(condition.equals)
  if ("absent" in condition) return (values: Values) => (values.length === 0) === condition.absent
  if ("contains" in condition)
    return (values: Values) => values.some((value) => toText(value).includes(condition.contains))
  return yield* Effect.mapError(
    compilePattern(condition.matches),
    (reason) => `where.${place}: matches has ${JSON.stringify(condition.matches)}, which is not valid: ${reason}.`
  )
})

const valuesIn = (record: Readonly<Record<string, unknown>> | undefined, name: string): Values => {
  const value = record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

type GetValues = (request: MatchedRequest, name: string, body: () => unknown) => Values

const valuesOf: { readonly [Part in keyof Where]-?: GetValues } = {
  headers: ({ request }, name) => valuesIn(request.headers, name.toLowerCase()),
  query: ({ match }, name) => valuesIn(match?.query, name),
  params: ({ match }, name) => valuesIn(match?.params, name),
  body: (_, pointer, body) => valuesAt(body(), pointer)
}

// the body last, as it must be parsed
const parts = ["headers", "query", "params", "body"] as const

/** Compiles the conditions of a fault, or fails with the first invalid one. */
export const compile = Effect.fnUntraced(function* (caller: Caller | undefined, where: Where = {}) {
  const conditions = parts.flatMap((part) =>
    Object.entries(where[part] ?? {}).map(([name, condition]) => ({ part, name, condition }))
  )
  const all = yield* Effect.forEach(conditions, ({ condition, name, part }) =>
    Effect.map(
      compileCondition(condition, part === "body" ? `body of ${name}` : `${part}.${name}`, part !== "body"),
      (holds) => (request: MatchedRequest, body: () => unknown) => holds(valuesOf[part](request, name, body))
    )
  )
  return {
    /** Whether the body must be read first. */
    needsBody: where.body !== undefined,
    /** The body is the JSON of the request, or `undefined` if it is not JSON or was not read. */
    isMatch: (request: MatchedRequest, body: () => unknown) =>
      (caller === undefined || isCaller(caller, request)) && all.every((holds) => holds(request, body))
  }
})
