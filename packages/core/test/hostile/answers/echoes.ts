import { encodings } from "../encodings.ts"
import type { Encode } from "../encodings.ts"
import type { Answer, Asked } from "../server.ts"
import { refusal } from "./statuses.ts"
import { wellOf } from "./write.ts"

type Named = readonly [name: string, value: string]

const leaves = (name: string, value: unknown): ReadonlyArray<Named> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(key, inner))
    : [[name, String(value)]]

const bodyOf = ({ body }: Asked): ReadonlyArray<Named> => (body === "" ? [] : leaves("body", JSON.parse(body)))

/** Whatever the request said: headers, query and the values of its body. */
const saidBy = (asked: Asked): ReadonlyArray<Named> => [
  ...new URLSearchParams(asked.path.split("?")[1]),
  ...bodyOf(asked),
  ...["authorization", "x-service-api-key"].flatMap((name): ReadonlyArray<Named> => {
    const value = asked.headers.get(name)
    return value === undefined ? [] : [[name, value]]
  })
]

type Echo = (asked: Asked) => string

const each =
  (encode: Encode, spell: (named: Named) => string = ([name, value]) => `${name}: ${value}`): Echo =>
  (asked) =>
    saidBy(asked)
      .map(([name, value]) => spell([name, encode(value)]))
      .join("\n")

const raw: Encode = (text) => text
const named = encodings["HTML with names"] ?? raw

/** Spellings of what was sent. */
export const echoes: Readonly<Record<string, Echo>> = {
  ...Object.fromEntries(Object.entries(encodings).map(([name, encode]) => [name, each(encode)])),
  "the request": ({ text }) => text,
  "the request in base64": ({ text }) => Buffer.from(text).toString("base64"),
  "the address": ({ path }) => `GET ${path} failed`,
  "the body": ({ body }) => body,
  "the body as a text in JSON": ({ body }) => JSON.stringify(body),
  "single quotes": (asked) => `{${each(raw, ([name, value]) => `'${name}': '${value}'`)(asked)}}`,
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
    (asked: Asked) => `${"x".repeat(length)} ${each(raw, ([, value]) => value)(asked)}`
  ])
)

type Said = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

type Kind = readonly [name: string, make: (echo: string, asked: Asked) => Said]

const refused: Kind = ["a refusal that echoes", (echo, asked) => refusal(asked, echo)]

const others: ReadonlyArray<Kind> = [
  ["a page of 502 that echoes", (echo) => [502, `<html><pre>${echo}</pre>`, { "content-type": "text/html" }]],
  ["a text of 403 that echoes", (echo) => [403, echo, { "content-type": "text/plain" }]],
  ["a field of 422 that echoes", (echo) => [422, JSON.stringify({ detail: [{ input: echo, msg: echo }] })]],
  ["a text of 200 that echoes", (echo) => [200, echo, { "content-type": "text/plain" }]]
]

const spellings = Object.entries({ ...echoes, ...padded })

const echoing = ([kind, make]: Kind, [spelling, echo]: readonly [string, Echo]) =>
  wellOf(`${kind} ${spelling}`, (asked) => make(echo(asked), asked))

/** Answers that hold what was sent: each spelling in a refusal, and in one other kind. */
export const echoed: ReadonlyArray<Answer> = spellings.flatMap((spelling, index) =>
  [refused, ...others.slice(index % others.length).slice(0, 1)].map((kind) => echoing(kind, spelling))
)

/** The same in every kind. */
export const echoedInAllKinds: ReadonlyArray<Answer> = [refused, ...others].flatMap((kind) =>
  spellings.map((spelling) => echoing(kind, spelling))
)

/** Answers with status 200 that hold what was sent in fields the contract does not name. */
export const kept: ReadonlyArray<Answer> = [
  wellOf("200 with unknown fields that echo", (asked) => [
    200,
    JSON.stringify({
      id: 7,
      session: "call_1",
      entries: [{ id: 7, unheard: saidBy(asked) }],
      total_entries: 1,
      total_pages: 1,
      page: 1,
      page_size: 20,
      unheard: saidBy(asked),
      ...Object.fromEntries(saidBy(asked))
    })
  ]),
  wellOf("200 with fields of another type that echo", (asked) => [
    200,
    JSON.stringify({
      id: saidBy(asked),
      token: saidBy(asked),
      refresh: saidBy(asked),
      name: saidBy(asked),
      entries: saidBy(asked)
    })
  ])
]
