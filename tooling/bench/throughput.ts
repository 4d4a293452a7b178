import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"

import autocannon from "autocannon"

import { answers, freePort, inTurn as measured, key, startEmulator, tokenAt } from "./measure.ts"

const rounds = 5
const seconds = 2

interface Target {
  readonly url: string
  readonly headers: Record<string, string>
  readonly child: ChildProcess
}

const path = "/us/api/v1r1/enterprise/users"

const emulator = async (users: number): Promise<Target & { readonly origin: string }> => {
  const { child, origin } = await startEmulator("apps/http-mock/dist/http-mock.mjs", "--seed", `users=${users}`)
  return { child, origin, url: `${origin}${path}`, headers: { ...key, authorization: await tokenAt(origin) } }
}

const fastify = async ({ headers, origin }: Awaited<ReturnType<typeof emulator>>) => {
  const port = await freePort()
  const child = fork(new URL("fastify.ts", import.meta.url), [port, origin, headers["authorization"] ?? ""])
  await answers(port)
  const of = (path: string): Target => ({ child, url: `http://127.0.0.1:${port}${path}`, headers })
  return { schema: of("/schema"), stringify: of(path) }
}

const textOf = async ({ headers, url }: Target, query: string) => (await fetch(`${url}${query}`, { headers })).text()

let sent = 0
const anyPage = () => `?page=${1 + ((sent++ * 2_654_435_761) % 5000)}`

/** Measures requests per second over 32 connections. Fails unless all answers are 200. */
const rate = async ({ headers, url }: Target, query: () => string) => {
  const { pathname } = new URL(url)
  const result = await autocannon({
    url,
    headers,
    connections: 32,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, path: `${pathname}${query()}` }) }]
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

const inTurn = (measures: ReadonlyArray<() => Promise<number>>) => measured(measures, rounds)

const row = (what: string, value: number, base: number) =>
  console.log(`${what.padEnd(42)} ${value.toFixed(0).padStart(6)} /s  ${(value / base).toFixed(2)}x`)

const mine = await emulator(100_000)
const other = await fastify(mine)
for (const query of ["", "?page=77", "?page=5000&page_size=20"])
  for (const server of [other.schema, other.stringify])
    if ((await textOf(mine, query)) !== (await textOf(server, query))) throw new Error(`${query}: the answers differ`)

const first = () => ""
const [schema = 0, stringify = 0, one = 0] = await inTurn(
  [other.schema, other.stringify, mine].map((target) => () => rate(target, first))
)
const fastest = Math.max(schema, stringify)
row("Fastify, page 1 of 100,000 users", fastest, fastest)
row("emulator, page 1", one, fastest)
const [schemaAny = 0, any = 0] = await inTurn([other.schema, mine].map((target) => () => rate(target, anyPage)))
row("Fastify, random pages", schemaAny, schemaAny)
row("emulator, pages all over", any, schemaAny)
other.schema.child.kill()

const few = await emulator(4)
const million = await emulator(1_000_000)
const at = (target: Target, query: string) => () => rate(target, () => query)
const [near = 0, far = 0] = await inTurn([at(million, "?page=1"), at(million, "?page=50000")])
row("page 1 of a million users", near, near)
row("page 50,000 of a million users", far, near)

const grace = "?filter=email%3Dgrace%40example.com"
const [ofFew = 0, ofMany = 0, ofMillion = 0] = await inTurn([at(few, grace), at(mine, grace), at(million, grace)])
row("exact e-mail filter, 4 users", ofFew, ofFew)
row("exact e-mail filter, 100,000 users", ofMany, ofFew)
row("exact e-mail filter, 1,000,000 users", ofMillion, ofFew)
for (const { child } of [mine, few, million]) child.kill()
process.exit()
