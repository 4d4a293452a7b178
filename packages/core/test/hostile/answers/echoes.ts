import { encodings } from "../encodings.ts"
import type { Encode } from "../encodings.ts"
import type { Answer, ReceivedRequest } from "../server.ts"
import { refusal } from "./statuses.ts"
import { wellOf } from "./write.ts"

type Named = readonly [name: string, value: string]

const leaves = (name: string, value: unknown): ReadonlyArray<Named> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(key, inner))
    : [[name, String(value)]]

const bodyOf = ({ body }: ReceivedRequest): ReadonlyArray<Named> =>
  body === "" ? [] : leaves("body", JSON.parse(body))

/** The contents of the request: headers, query and the values of its body. */
const contentsOf = (request: ReceivedRequest): ReadonlyArray<Named> => [
  ...new URLSearchParams(request.path.split("?")[1]),
  ...bodyOf(request),
  ...["authorization", "x-service-api-key"].flatMap((name): ReadonlyArray<Named> => {
    const value = request.headers.get(name)
    return value === undefined ? [] : [[name, value]]
  })
]

type Echo = (request: ReceivedRequest) => string

const each =
  (encode: Encode, spell: (named: Named) => string = ([name, value]) => `${name}: ${value}`): Echo =>
  (request) =>
    contentsOf(request)
      .map(([name, value]) => spell([name, encode(value)]))
      .join("\n")

const raw: Encode = (text) => text
const named = encodings["HTML with names"] ?? raw

/** Spellings of the request. */
export const echoes: Readonly<Record<string, Echo>> = {
  ...Object.fromEntries(Object.entries(encodings).map(([name, encode]) => [name, each(encode)])),
  "the request": ({ text }) => text,
  "the request in base64": ({ text }) => Buffer.from(text).toString("base64"),
  "the address": ({ path }) => `GET ${path} failed`,
  "the body": ({ body }) => body,
  "the body as a text in JSON": ({ body }) => JSON.stringify(body),
  "single quotes": (request) => `{${each(raw, ([name, value]) => `'${name}': '${value}'`)(request)}}`,
  XML: each(named, ([name, value]) => `<${name}>${value}</${name}>`),
  YAML: each(raw, ([name, value]) => `${name}: |\n  ${value}`),
  PHP: each(raw, ([name, value]) => `[${name}] => ${value}`),
  a_form: each(encodings["form-encoded"] ?? raw, ([name, value]) => `${name}=${value}&`),
  curl: each(raw, ([name, value]) => `curl -H "${name}: ${value}" --data '${name}=${value}'`),
  backticks: each(raw, ([name, value]) => `${name} was \`${value}\``)
}

/** Places that an excerpt may end at. */
const paddings = [100, 150, 170, 185, 195, 500, 990, 3900, 3950, 3990]

const padded: Readonly<Record<string, Echo>> = Object.fromEntries(
  paddings.map((length) => [
    `raw behind ${length} characters`,
    (request: ReceivedRequest) => `${"x".repeat(length)} ${each(raw, ([, value]) => value)(request)}`
  ])
)

type EchoAnswer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

type Kind = readonly [name: string, make: (echo: string, request: ReceivedRequest) => EchoAnswer]

const refused: Kind = ["a refusal that echoes", (echo, request) => refusal(request, echo)]

const others: ReadonlyArray<Kind> = [
  ["a page of 502 that echoes", (echo) => [502, `<html><pre>${echo}</pre>`, { "content-type": "text/html" }]],
  ["a text of 403 that echoes", (echo) => [403, echo, { "content-type": "text/plain" }]],
  ["a field of 422 that echoes", (echo) => [422, JSON.stringify({ detail: [{ input: echo, msg: echo }] })]],
  ["a text of 200 that echoes", (echo) => [200, echo, { "content-type": "text/plain" }]]
]

const spellings = Object.entries({ ...echoes, ...padded })

const echoing = ([kind, make]: Kind, [spelling, echo]: readonly [string, Echo]) =>
  wellOf(`${kind} ${spelling}`, (request) => make(echo(request), request))

/** Answers that echo the request: each spelling in an error, and in one other kind. */
export const echoed: ReadonlyArray<Answer> = spellings.flatMap((spelling, index) =>
  [refused, ...others.slice(index % others.length).slice(0, 1)].map((kind) => echoing(kind, spelling))
)

/** Answers with status 200 that echo the request in fields that the contract does not name. */
export const unknownFields: ReadonlyArray<Answer> = [
  wellOf("200 with unknown fields that echo", (request) => [
    200,
    JSON.stringify({
      id: 7,
      session: "call_1",
      entries: [{ id: 7, unheard: contentsOf(request) }],
      total_entries: 1,
      total_pages: 1,
      page: 1,
      page_size: 20,
      unheard: contentsOf(request),
      ...Object.fromEntries(contentsOf(request))
    })
  ]),
  wellOf("200 with fields of another type that echo", (request) => [
    200,
    JSON.stringify({
      id: contentsOf(request),
      token: contentsOf(request),
      refresh: contentsOf(request),
      name: contentsOf(request),
      entries: contentsOf(request)
    })
  ])
]
