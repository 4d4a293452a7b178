import { fork } from "node:child_process"
import { once } from "node:events"

import autocannon from "autocannon"

import { answers, freePort, key, logIn, median, tokenAt } from "./measure.ts"
import type { Question } from "./measure.ts"

const rounds = 5
const requests = 8000
const warming = 4000

const execArgv = ["--import", new URL("usage.mjs", import.meta.url).href]

const start = async (file: string, args: (port: string) => ReadonlyArray<string>) => {
  const port = await freePort()
  const child = fork(file, args(port), { execArgv, stdio: ["ignore", "ignore", "inherit", "ipc"] })
  await answers(port)
  return { child, port }
}

type Server = Awaited<ReturnType<typeof start>>

const emulator = (...more: ReadonlyArray<string>) =>
  start("apps/http-mock/dist/http-mock.mjs", (port) => ["--port", port, "--seed", "users=100000", ...more])

const usage = async ({ child }: Server) => {
  child.send("usage")
  const [{ usage }] = (await once(child, "message")) as [{ readonly usage: number }]
  return usage
}

const ask = async ({ port }: Server, question: Question) => {
  const { path, ...init } = question
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return { status: answer.status, text: await answer.text() }
}

const send = async ({ port }: Server, { path, ...question }: Question, amount: number) => {
  const result = await autocannon({ url: `http://127.0.0.1:${port}${path}`, ...question, amount, connections: 8 })
  if (result.errors > 0 || result.non2xx + result["2xx"] !== amount) throw new Error(`${path}: ${result.errors} failed`)
}

/** Microseconds of processor time that a request takes. */
const cost = async (server: Server, question: Question) => {
  const before = await usage(server)
  await send(server, question, requests)
  return ((await usage(server)) - before) / requests
}

const bare = await start("tooling/bench/bare.mjs", (port) => [port])
const off = await emulator("--journal", "0")
const on = await emulator()

const token = await tokenAt(`http://127.0.0.1:${off.port}`)
const fastify = await start("tooling/bench/fastify.ts", (port) => [port, `http://127.0.0.1:${off.port}`, token])

const withToken = { ...key, authorization: token }
const get = (path: string, headers = withToken): Question => ({ path, headers })

const cases: Readonly<Record<string, Question>> = {
  "token info": get("/us/api/v1/token/info"),
  "a call": get("/us/api/v1/calls/call_00000000-0000-4000-8000-000000000001"),
  "e-mail filter": get("/us/api/v1r1/enterprise/users?filter=email%3Dgrace%40example.com"),
  "page of 20 users": get("/us/api/v1r1/enterprise/users?page=7"),
  "a refused token, 401": get("/us/api/v1/calls/recent", { ...key, authorization: "x" }),
  "log-in": logIn
}

const shape = ({ status, text }: { readonly status: number; readonly text: string }, isLogIn: boolean) =>
  isLogIn
    ? `${status} ${text.length}`
    : // the address of a recording expires, so it changes from minute to minute
      `${status} ${text.replace(/expires=\d+&signature=[\w-]+/, "")}`

console.log(`${"CPU a request".padEnd(22)}   node:http     Fastify    emulator           with journal`)
for (const [name, question] of Object.entries(cases)) {
  const shapes = await Promise.all(
    [fastify, off].map(async (server) => shape(await ask(server, question), name === "log-in"))
  )
  if (shapes[0] !== shapes[1]) throw new Error(`${name}: the answers differ: ${shapes.join("\n")}`)
  const servers = [bare, fastify, off, on]
  const costs = servers.map((): Array<number> => [])
  for (const server of servers) await send(server, question, warming)
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of servers.entries()) costs[index]?.push(await cost(server, question))
  const [ofBare = 0, ofFastify = 0, ofEmulator = 0, recorded = 0] = costs.map(median)
  const us = (value: number) => `${value.toFixed(0).padStart(7)} us`
  console.log(
    `${name.padEnd(22)} ${us(ofBare)}  ${us(ofFastify)}  ${us(ofEmulator)} ${(ofEmulator / ofFastify).toFixed(2)}x  ${us(recorded)} ${(recorded / ofEmulator).toFixed(2)}x`
  )
}
for (const { child } of [bare, off, on, fastify]) child.kill()
process.exit()
