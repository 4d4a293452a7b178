import { Agent, request } from "node:http"

import * as Measure from "./measure.ts"

/** Measures the memory of the idle emulator before and after expensive requests: `node tooling/bench/memory.ts [entry] [requests]`. */

const [entry = "apps/http-mock/dist/http-mock.mjs", requests = "360000"] = process.argv.slice(2)

const { child, origin } = await Measure.startEmulator(entry, "--seed", "users=100000,calls=100000")

const residentMegabytes = async () => Math.round(await Measure.residentOf(child.pid))

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

const token = await Measure.tokenAt(origin)

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
  (at) => (at % 9 === 0 ? Measure.tokenAt(origin) : send("GET", "/us/api/v1/calls/recent", token)),
  (at) =>
    at % 60 === 0
      ? send("PUT", `/us/api/v1r1/enterprise/users/${105 + at}`, token, JSON.stringify({ name: `Changed ${at}` }))
      : send("GET", "/us/api/v1/token/info", token)
]

const before = await residentMegabytes()
const total = Number(requests)
let at = 0
let most = before
const client = async () => {
  while (at < total) {
    at += 1
    await kinds[at % kinds.length]?.(at)
  }
}
const watch = setInterval(async () => (most = Math.max(most, await residentMegabytes())), 200)
await Promise.all(Array.from({ length: 32 }, client))
clearInterval(watch)
// garbage is collected after five to ten idle seconds; V8 returns memory to the system eight seconds later
await Measure.pause(30_000)
process.stdout.write(`${total} requests: ready ${before} MB, peak ${most} MB, idle ${await residentMegabytes()} MB\n`)
agent.destroy()
child.kill()
