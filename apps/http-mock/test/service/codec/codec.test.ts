import { assert, describe, it } from "@effect/vitest"
import { match, operations } from "@remote-assist/core/Contract"
import type { Operation } from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { encoderOf, decoderOf } from "../../../src/service/codec.ts"
import { built, wireForm } from "./support/effectServer.ts"
import type { Seen } from "./support/effectServer.ts"

interface Request {
  readonly params: Readonly<Record<string, string>>
  readonly query: string
  readonly body: string | undefined
  readonly contentType: string
  readonly answer: unknown
}

const oneOf = <A>(...values: ReadonlyArray<A>) =>
  Arbitrary.map(Arbitrary.schema(Schema.Literals(values.map((_, index) => index))), (index) => values[index] as A)

const wireOf = (schema: any): Arbitrary.Arbitrary<any> => Arbitrary.schema(Schema.toEncoded(schema))

const isOpaque = (schema: any) => {
  try {
    Arbitrary.schema(schema)
    return false
  } catch {
    return true
  }
}

const anyBody = oneOf<unknown>({}, null, "Done.", 7, { id: 7, name: "Ada" }, [1], undefined)

const answersOf = ({ successes }: Operation): ReadonlyArray<Arbitrary.Arbitrary<unknown>> =>
  [...successes.values()]
    .flat()
    .map((schema: any) =>
      schema.ast._tag === "Void"
        ? Arbitrary.map(anyBody, () => undefined)
        : isOpaque(schema)
          ? Arbitrary.map(anyBody, (body) => ({ entry: Option.none(), body }))
          : Arbitrary.schema(schema)
    )

const queryText = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()

const names = operations.flatMap(({ endpoint }) => Object.keys((endpoint.query as any)?.fields ?? {}))

const oddValues = ["", "0", "01", "-1", "1.5", "1e3", "x", "true", "%zz", "%20", "ü", "a+b", "a%2Bb", "9".repeat(20)]

/** A query with known names, possibly invalid values, and repetitions. */
const oddQuery = Arbitrary.map(
  Arbitrary.all([oneOf(...names, "other"), oneOf(...oddValues), oneOf(...names, ""), oneOf("", "=1", "&&", "#x")]),
  ([name, value, again, rest]) => `${name}=${value}&${again}=${value}${rest}`
)

const mutations: Readonly<Record<string, (json: string) => string>> = {
  none: (json) => json,
  "an unknown field": (json) => json.replace(/\}$/, `${json.length > 2 ? "," : ""}"more":[1]}`),
  "no first field": (json) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).slice(1))),
  "numbers for texts": (json) => json.replaceAll(/"(?=[,}])/g, '"').replace(/:"[^"\\]*"/, ":7"),
  "null for the first": (json) => json.replace(/:(?:"[^"\\]*"|\d+|true|false)/, ":null"),
  "a list": (json) => `[${json}]`,
  "half of it": (json) => json.slice(0, json.length / 2),
  "space around": (json) => ` \n${json}\t`,
  "a mark in front": (json) => `\uFEFF${json}`,
  nothing: () => "",
  "space alone": () => " ",
  null: () => "null",
  text: () => "email=ada"
}

const json = "application/json"

const contentTypes = `${json}|${json}|${json}|${json}|${json}|Application/JSON; charset=utf-8| ${json} ;x=1|${json},|text/plain||application/problem+json|application/x-www-form-urlencoded|multipart/form-data; boundary=x`

// only the emulator rejects lone surrogates
const wholeJson = (value: unknown) => JSON.stringify(value).replaceAll(/\\ud[89a-f][\da-f]{2}/g, "x")

const bodiesOf = ({ endpoint }: Operation): Arbitrary.Arbitrary<string | undefined> => {
  const { payload } = endpoint
  if (payload === undefined) return oneOf<string | undefined>(undefined)
  return Arbitrary.map(
    Arbitrary.all([wireOf(payload), oneOf(...Object.keys(mutations), "none", "none")]),
    ([value, mutation]) => (mutations[mutation] ?? String)(wholeJson(value))
  )
}

const request = (operation: Operation): Arbitrary.Arbitrary<Request> => {
  const { endpoint, params } = operation
  const query = endpoint.query && Schema.toCodecStringTree(endpoint.query)
  const id = oneOf("7", "call_1", "0", "01", "-7", "x", "1.5", "a b", ".", "ü", "9".repeat(17), "x".repeat(100))
  const [first, ...more] = answersOf(operation)
  if (first === undefined) throw new Error(operation.id)
  return Arbitrary.all({
    params: params === undefined ? Arbitrary.map(id, () => ({})) : Arbitrary.map(id, (id) => idsOf(operation, id)),
    query:
      query === undefined
        ? oddQuery
        : Arbitrary.flatMap(oneOf(true, false), (isOdd) =>
            isOdd ? oddQuery : Arbitrary.map(wireOf(query), queryText)
          ),
    body: bodiesOf(operation),
    contentType: oneOf(...contentTypes.split("|")),
    answer: Arbitrary.flatMap(oneOf(first, ...more), (values) => values)
  })
}

const idsOf = ({ path }: Operation, id: string) =>
  Object.fromEntries(Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => [name, id]))

const urlOf = ({ path }: Operation, { params, query }: Request) =>
  `${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}?${query}`

const requestOf = (operation: Operation, sent: Request) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost", {
      method: operation.method,
      headers: { "content-type": sent.contentType },
      ...(sent.body === undefined ? {} : { body: sent.body })
    })
  ).modify({ url: urlOf(operation, sent) })

/** The message of Effect's server where the emulator's says more. */
const asEffectSays = (message: string, body = "") => {
  if (message.startsWith("The header content-type is")) return "not JSON"
  if (!/^The body is (?:missing\. |invalid: it is not JSON )/.test(message)) return message
  return `The body is invalid: use ${body === "" ? "an object" : "a valid JSON body"}.`
}

const seenHere = (operation: Operation, request: Request): Effect.Effect<Seen> => {
  const found = match(operation.method, urlOf(operation, request))
  if (found === undefined) throw new Error(`nothing takes ${urlOf(operation, request)}`)
  const { headers } = requestOf(operation, request)
  const body = Result.succeed(request.body === undefined ? undefined : new TextEncoder().encode(request.body))
  const read = decoderOf(operation)({
    params: found.params,
    query: found.query,
    contentType: headers["content-type"],
    body
  })
  if (Result.isFailure(read))
    return Effect.succeed({
      input: asEffectSays(read.failure.message, request.body),
      answer: undefined
    })
  const { params, payload, query } = read.success
  return Effect.map(wireForm(encoderOf(operation)(request.answer)), (answer) => ({
    input: { params, query, payload },
    answer
  }))
}

describe("the codec of requests and answers", () => {
  it.effect.each(operations.map((operation) => [operation.id, operation] as const))(
    "behaves as the server that Effect makes of the contract: %s",
    ([, operation]) =>
      Effect.gen(function* () {
        const serve = yield* built
        let taken = 0
        const result = yield* Arbitrary.checkEffect(
          request(operation),
          (one) =>
            Effect.gen(function* () {
              const here = yield* seenHere(operation, one)
              if (here.answer !== undefined) taken++
              // only the emulator rejects it
              if (String(here.input).includes("more than once")) return true
              return Equal.equals(here, yield* serve(operation, requestOf(operation, one), one.answer))
            }),
          { seed: 1, runs: 150 }
        )
        assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
        assert.isAbove(taken, 0)
      })
  )
})
