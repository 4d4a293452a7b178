import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import * as Place from "../bending/Place.ts"
import { holdsFor } from "./condition.ts"
import type { Matcher, Seen } from "./Matcher.ts"
import type { Condition, Where } from "./Where.ts"

type IsFor = Matcher["isFor"]

/** What a request has by a name. */
type Values = (seen: Seen, name: string) => ReadonlyArray<unknown>

const present = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const own = (values: Readonly<Record<string, unknown>> | undefined, name: string) =>
  values !== undefined && Object.hasOwn(values, name) ? present(values[name]) : []

const texts: { readonly [Part in Exclude<keyof Where, "body">]-?: Values } = {
  headers: ({ request }, name) => own(request.headers, name.toLowerCase()),
  query: ({ match }, name) => own(match?.query, name),
  params: ({ match }, name) => own(match?.params, name)
}

type Compiled = Result.Result<IsFor, string>

const inPlace = (place: string, why: string) => `where.${place}: ${why}`

const textCondition = (part: keyof typeof texts, [name, condition]: readonly [string, Condition]): Compiled =>
  Result.mapBoth(holdsFor(condition, true), {
    onFailure: (why) => inPlace(`${part}.${name}`, why),
    onSuccess:
      (holds): IsFor =>
      (seen) =>
        holds(texts[part](seen, name))
  })

const bodyCondition = ([path, condition]: readonly [string, Condition]): Compiled =>
  Result.flatMap(
    Result.mapError(Place.of(path), (why) => inPlace("body", `the path ${path} cannot be used: ${why}.`)),
    ({ find }) =>
      Result.mapBoth(holdsFor(condition, false), {
        onFailure: (why) => inPlace(`body of ${path}`, why),
        onSuccess:
          (holds): IsFor =>
          (seen) => {
            const body = seen.body()
            return holds(body === undefined ? [] : find(body).map((location) => Place.valueAt(body, location)))
          }
      })
  )

/** Makes what tells whether all conditions hold for a request, those of the body last; or says which cannot be used. */
export const compile = ({ body, headers, params, query }: Where): Result.Result<Matcher, string> => {
  const ofTexts = (part: keyof typeof texts, conditions: Where["headers"] = {}) =>
    Object.entries(conditions).map((condition) => textCondition(part, condition))
  return Result.map(
    Result.all([
      ...ofTexts("headers", headers),
      ...ofTexts("query", query),
      ...ofTexts("params", params),
      ...Object.entries(body ?? {}).map(bodyCondition)
    ]),
    (all) => ({ isFor: (seen) => all.every((isFor) => isFor(seen)), needsBody: Predicate.isNotUndefined(body) })
  )
}
