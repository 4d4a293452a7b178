import type { Matcher, ValuesMatcher } from "../mapping/Matcher.ts"
import type { RequestPattern } from "../mapping/StubMapping.ts"
import type { StubRequest } from "../request/StubRequest.ts"
import { addressClause } from "./address.ts"
import type { Clause } from "./Clause.ts"
import { testOf, textValue } from "./valueTest.ts"
import type { Problems, Test } from "./valueTest.ts"

type Values = ReadonlyArray<string>

const asText = (matcher: object | string) => {
  const text = JSON.stringify(matcher)
  return text.length > 120 ? `${text.slice(0, 120)}...` : text
}

/** Whether each test has a value of its own. */
const eachMet = (tests: ReadonlyArray<Test>, values: Values): boolean => {
  const [test, ...more] = tests
  if (test === undefined) return true
  return values.some((value, at) => test(textValue(value)) && eachMet(more, values.toSpliced(at, 1)))
}

// the number of ways to pair them grows with its faculty
const mostListed = 8

const valuesTest = (matcher: ValuesMatcher, place: string, problems: Problems): ((values: Values) => boolean) => {
  const { hasExactly, includes, ...one } = matcher
  const [list, name] = hasExactly === undefined ? [includes, "includes"] : [hasExactly, "hasExactly"]
  if (list === undefined) {
    const test = testOf(one, place, problems)
    return (values) => (values.length === 0 ? test(undefined) : values.some((value) => test(textValue(value))))
  }
  if (list.length > mostListed)
    problems.push({ place: `${place}.${name}`, reason: `has ${list.length} matchers; give ${mostListed} at the most` })
  const tests = list.map((one, at) => testOf(one, `${place}.${name}[${at}]`, problems))
  return (values) =>
    values.length <= 100 && (hasExactly === undefined || values.length === tests.length) && eachMet(tests, values)
}

const shown = (values: Values) =>
  values.length === 0 ? "absent" : asText(values.length === 1 ? String(values[0]) : values)

// of these neither what is sent nor what is asked for is repeated
const isSecret = /auth|cookie|key|token|secret|password|session/i

type Matchers = Readonly<Record<string, ValuesMatcher>>

/** The clauses of named values, such as headers. */
const named = (
  matchers: Matchers | undefined,
  [what, field]: readonly [what: string, field: string],
  problems: Problems,
  valuesOf: (request: StubRequest, name: string) => Values
): ReadonlyArray<Clause> =>
  Object.entries(matchers ?? {}).map(([name, matcher]) => {
    const test = valuesTest(matcher, `request.${field}.${name}`, problems)
    return {
      weight: 2,
      isMet: (request) => test(valuesOf(request, name)),
      whyNot: (request) =>
        isSecret.test(name)
          ? `${what} ${name} is not as it is to be`
          : `${what} ${name} is ${shown(valuesOf(request, name))}, to be ${asText(matcher)}`
    }
  })

const headerValues = ({ headers }: StubRequest, name: string): Values => {
  const value = headers[name.toLowerCase()]
  return value === undefined ? [] : [value]
}

const splitHeader = (request: StubRequest, name: string): Values =>
  headerValues(request, name).flatMap((value) => value.split(",").map((part) => part.trim()))

const isListed = ({ hasExactly, includes }: ValuesMatcher) => (hasExactly ?? includes) !== undefined

const headerClauses = (matchers: Matchers = {}, problems: Problems) => {
  const part = (listed: boolean) =>
    Object.fromEntries(Object.entries(matchers).filter(([, matcher]) => isListed(matcher) === listed))
  return [
    ...named(part(false), ["the header", "headers"], problems, headerValues),
    // of a header that comes more than once the values are joined
    ...named(part(true), ["the header", "headers"], problems, splitHeader)
  ]
}

const basic = ({ password, username }: { readonly username: string; readonly password: string }): Clause => {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
  return {
    weight: 2,
    isMet: ({ headers }) => headers["authorization"] === expected,
    whyNot: () => "the header authorization has other credentials than those of basicAuthCredentials"
  }
}

const bodyClause = (matcher: Matcher, at: number, problems: Problems): Clause => {
  const test = testOf(matcher, `request.bodyPatterns[${at}]`, problems)
  const value = ({ body, json, text }: StubRequest) =>
    body === undefined || body.length === 0 ? undefined : { text: text(), json }
  return {
    weight: 2,
    isMet: (request) => test(value(request)),
    whyNot: () => {
      const wanted = asText(matcher)
      return `the body does not meet bodyPatterns[${at}]${isSecret.test(wanted) ? "" : `, ${wanted}`}`
    }
  }
}

const methodClause = (method: string): ReadonlyArray<Clause> => {
  const expected = method.toUpperCase()
  return expected === "ANY"
    ? []
    : [
        {
          weight: 3,
          isMet: (request) => request.method === expected,
          whyNot: (request) => `the method is ${request.method}, to be ${expected}`
        }
      ]
}

/** All that a request has to meet; what is wrong with it is added to the problems. */
export const clausesOf = (pattern: RequestPattern, problems: Problems): ReadonlyArray<Clause> => {
  const { basicAuthCredentials, bodyPatterns = [], cookies, formParameters, headers, method = "ANY" } = pattern
  const address = addressClause(pattern, problems)
  return [
    ...methodClause(method),
    ...(address === undefined ? [] : [address.clause]),
    ...named(pattern.pathParameters, ["the path parameter", "pathParameters"], problems, (request, name) => {
      const value = address?.parameters(request)?.[name]
      return value === undefined ? [] : [value]
    }),
    ...named(
      pattern.queryParameters,
      ["the parameter", "queryParameters"],
      problems,
      (request, name) => request.parameters().get(name) ?? []
    ),
    ...headerClauses(headers, problems),
    ...(basicAuthCredentials === undefined ? [] : [basic(basicAuthCredentials)]),
    ...named(cookies, ["the cookie", "cookies"], problems, (request, name) => request.cookies().get(name) ?? []),
    ...named(
      formParameters,
      ["the form parameter", "formParameters"],
      problems,
      (request, name) => request.form().get(name) ?? []
    ),
    ...bodyPatterns.map((matcher, at) => bodyClause(matcher, at, problems))
  ]
}
