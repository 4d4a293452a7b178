import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"

import * as Measure from "./measure.ts"

/** Measures the memory of the idle emulator before and after expensive requests: `node tooling/bench/memory.ts [entry] [requests]`. */

const [entry = "apps/http-mock/dist/http-mock.mjs", requests = "360000"] = process.argv.slice(2)

const child = spawn(process.execPath, [entry, "--port", "0", "--seed", "users=100000,calls=100000"])

const origin = await new Promise<string>((resolve) => {
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
    const found = /US +(http:\/\/[^/\s]+)/.exec(text)?.[1]
    if (found !== undefined) resolve(found)
  })
})

const residentMegabytes = () => {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
  return Math.round(Number(kibibytes) / 1024)
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

const send = (method: string, path: string, token = "", body?: string) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      {
        agent,
        method,
        headers: { ...Measure.logIn.headers, authorization: token }
      },
      (answer) => {
        let text = ""
        answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
        answer.on("end", () => resolve(text))
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })

const logIn = async () => {
  const { body, method, path } = Measure.logIn
  const { token } = JSON.parse(await send(method, path, "", body))
  return String(token)
}

const token = await logIn()

/** Random pages, scans, calls, log-ins and changes: each fills a cache of the emulator. */
const kinds: ReadonlyArray<(at: number) => Promise<unknown>> = [
  (at) => send("GET", `/us/api/v1r1/enterprise/users?page=${1 + ((at * 7919) % 1000)}&page_size=100`, token),
  (at) => send("GET", `/us/api/v1r1/enterprise/users?page=${1 + (at % 5000)}`, token),
  (at) =>
    at % 50 === 0
      ? send("GET", `/us/api/v1r1/enterprise/users?filter=name~%3D%25${"abcdefghijklmnop"[at % 16]}%25`, token)
      : send("GET", "/us/api/v1r1/enterprise/pods", token),
  (at) => send("GET", `/us/api/v1/calls?page=${1 + (at % 5000)}&page_size=20`, token),
  (at) => send("GET", `/us/api/v1r1/enterprise/users?filter=email%3Duser${at}%40example.com`, token),
  (at) => (at % 9 === 0 ? logIn() : send("GET", "/us/api/v1/calls/recent", token)),
  (at) =>
    at % 60 === 0
      ? send("PUT", `/us/api/v1r1/enterprise/users/${105 + at}`, token, JSON.stringify({ name: `Changed ${at}` }))
      : send("GET", "/us/api/v1/token/info", token)
]

const before = residentMegabytes()
const total = Number(requests)
let at = 0
let most = before
const client = async () => {
  while (at < total) {
    at += 1
    await kinds[at % kinds.length]?.(at)
  }
}
const watch = setInterval(() => (most = Math.max(most, residentMegabytes())), 200)
await Promise.all(Array.from({ length: 32 }, client))
clearInterval(watch)
// garbage is collected after five to ten idle seconds; V8 returns memory to the system eight seconds later
await new Promise((resolve) => setTimeout(resolve, 30_000))
process.stdout.write(`${total} requests: ready ${before} MB, peak ${most} MB, idle ${residentMegabytes()} MB\n`)
agent.destroy()
child.kill()
