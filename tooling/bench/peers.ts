// start-up and throughput of other emulators, compared with ours in the same run
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

import autocannon from "autocannon"

import { compare, key, startServer, stopServer, tokenAt } from "./measure.ts"
import type { Question } from "./measure.ts"

const rounds = 5
const seconds = 3
const folder = resolve("node_modules/.cache/bench-peers")

const packages = ["emulate@0.12.2", "json-server@0.17.4", "@stoplight/prism-cli@5.16.0", "@mockoon/cli@9.9.0"]

interface Peer {
  readonly name: string
  readonly args: (port: string) => ReadonlyArray<string>
  readonly question: Question
}

const users = "/us/api/v1r1/enterprise/users"
const bundle = "apps/http-mock/dist/http-mock.mjs"
const document = join(folder, "openapi.json")
const rows = join(folder, "rows.json")
const installed = (path: string) => join(folder, "node_modules", path)

const ours: Peer = {
  name: "this emulator",
  args: (port) => [bundle, "--port", port],
  question: { path: "/" }
}

const emulate: Peer = {
  name: "emulate 0.12.2",
  args: (port) => [installed("emulate/dist/index.js"), "start", "--service", "github", "--port", port],
  question: { path: "/users", headers: { authorization: "Bearer test_token_admin" } }
}

// the next two serve this emulator's document
const others: ReadonlyArray<Peer> = [
  emulate,
  {
    name: "json-server 0.17.4",
    args: (port) => [installed("json-server/lib/cli/bin.js"), "--quiet", "--port", port, rows],
    question: { path: "/users" }
  },
  {
    name: "Prism 5.16.0",
    args: (port) => [installed("@stoplight/prism-cli/dist/index.js"), "mock", "--port", port, document],
    question: { path: "/v1r1/enterprise/users", headers: { ...key, authorization: "x" } }
  },
  {
    name: "Mockoon 9.9.0",
    args: (port) => [installed("@mockoon/cli/bin/run.js"), "start", "--port", port, "--data", document],
    question: { path: users }
  }
]

const start = ({ args, question }: Peer) => startServer(question, args)

const textOf = async (port: string, { headers, path }: Question) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...(headers && { headers }) })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer.text()
}

let sent = 0

/** Another client after 4,000 requests, because `emulate` refuses the 5,000th request of an hour. */
const anyClient = () => ({ authorization: `Bearer ${Math.floor(sent++ / 4000)}` })

/** Measures requests per second over 32 connections. Fails unless all answers are 200. */
const rate = async (port: string, { path }: Question, headers: () => Readonly<Record<string, string>>) => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: 32,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, path, headers: headers() }) }]
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} refused`)
  return result.requests.average
}

/** Finds the smallest page of users with at least the bytes of another answer. */
const pageOf = async (port: string, bytes: number) => {
  const headers = { ...key, authorization: await tokenAt(`http://127.0.0.1:${port}`) }
  for (let size = 1; size <= 100; size += 1) {
    const question = { path: `${users}?page_size=${size}`, headers }
    if ((await textOf(port, question)).length >= bytes) return question
  }
  throw new Error(`No page of users has ${bytes} bytes.`)
}

mkdirSync(folder, { recursive: true })
writeFileSync(rows, JSON.stringify({ users: Array.from({ length: 4 }, (_, id) => ({ id, name: `User ${id}` })) }))
execFileSync("npm", [
  "install",
  "--loglevel",
  "error",
  "--prefix",
  folder,
  "--no-save",
  "--no-audit",
  "--no-fund",
  ...packages
])
const mine = await start(ours)
writeFileSync(document, await textOf(mine.port, { path: "/__mock/openapi.json?version=3.0" }))

const timed = async (peer: Peer) => {
  const { child, took } = await start(peer)
  await stopServer(child)
  return took
}
console.log("start to the first correct answer")
await compare(
  [ours, ...others].map((peer) => [peer.name, () => timed(peer)]),
  rounds
)

const theirs = await start(emulate)
const size = (await textOf(theirs.port, emulate.question)).length
const page = await pageOf(mine.port, size)
console.log("requests per second, 32 connections")
await compare(
  [
    [`${emulate.name}, ${size} bytes`, () => rate(theirs.port, emulate.question, anyClient)],
    [`${ours.name}, ${(await textOf(mine.port, page)).length} bytes`, () => rate(mine.port, page, () => page.headers)]
  ],
  rounds,
  0,
  "/s"
)
await stopServer(theirs.child)
await stopServer(mine.child)
