import * as Result from "effect/Result"

import type { RequestPattern } from "../mapping/StubMapping.ts"
import type { Received } from "../request/StubRequest.ts"
import type { Clause } from "./Clause.ts"
import { patternOf } from "./pattern.ts"
import type { Problems } from "./valueTest.ts"

type Parameters = Readonly<Record<string, string>>

/** What a mapping asks of an address, and the parameters that its template names. */
export interface Address {
  readonly clause: Clause
  readonly parameters: (request: Received) => Parameters | undefined
}

const weight = 10

const decoded = (text: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text
  )

const none = () => undefined

const exactly = (expected: string, of: (request: Received) => string): Address => ({
  clause: {
    weight,
    isMet: (request) => of(request) === expected,
    whyNot: () => `the address is to be ${expected}`
  },
  parameters: none
})

const meeting = (text: string, field: string, problems: Problems, of: (request: Received) => string) => {
  const pattern = patternOf(text)
  if (Result.isFailure(pattern)) {
    problems.push({ place: `request.${field}`, reason: pattern.failure })
    return undefined
  }
  const address: Address = {
    clause: {
      weight,
      isMet: (request) => pattern.success.test(of(request)),
      whyNot: () => `the address does not match ${text}`
    },
    parameters: none
  }
  return address
}

const variable = /^\{([\w.-]{1,100})\}$/

const template = (text: string, problems: Problems): Address | undefined => {
  const segments = text.split("/").map((segment) => ({ segment, name: variable.exec(segment)?.[1] }))
  const wrong = segments.find(({ name, segment }) => name === undefined && /[{}]/.test(segment))
  if (wrong !== undefined) {
    problems.push({
      place: "request.urlPathTemplate",
      reason: `has ${wrong.segment}; a variable is a segment of its own, such as {id}`
    })
    return undefined
  }
  const parameters = ({ path }: Received): Parameters | undefined => {
    const given = path.split("/")
    const fits =
      given.length === segments.length &&
      segments.every(({ name, segment }, at) => (name === undefined ? given[at] === segment : given[at] !== ""))
    return fits
      ? Object.fromEntries(
          segments.flatMap(({ name }, at) => (name === undefined ? [] : [[name, decoded(given[at] ?? "")]]))
        )
      : undefined
  }
  return {
    clause: {
      weight,
      isMet: (request) => parameters(request) !== undefined,
      whyNot: () => `the address is to be as ${text}`
    },
    parameters
  }
}

const pathOf = ({ path }: Received) => path

const urlOf = ({ path, query }: Received) => path + query

/** What a mapping asks of an address; nothing where it takes any. */
export const addressClause = (
  { url, urlPath, urlPathPattern, urlPathTemplate, urlPattern }: RequestPattern,
  problems: Problems
): Address | undefined => {
  if (url !== undefined) return exactly(url, urlOf)
  if (urlPath !== undefined) return exactly(urlPath, pathOf)
  if (urlPattern !== undefined) return meeting(urlPattern, "urlPattern", problems, urlOf)
  if (urlPathPattern !== undefined) return meeting(urlPathPattern, "urlPathPattern", problems, pathOf)
  return urlPathTemplate === undefined ? undefined : template(urlPathTemplate, problems)
}

/** An address that a mapping names, as text; nothing where it names none. */
export const addressText = (pattern: RequestPattern): string | undefined =>
  pattern.url ?? pattern.urlPath ?? pattern.urlPathTemplate ?? pattern.urlPattern ?? pattern.urlPathPattern
