import { fork } from "node:child_process"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

import { compare } from "./measure.ts"
import { makeProject } from "./project.ts"

// Processor time of the client of a call, with the published package, 32 calls at a time. Each form runs in its own process,
// one after the other, and decodes the same users.

const rounds = Number(process.env["ROUNDS"] ?? 7)

const forms = {
  fetch: "fetch and JSON.parse",
  zod: "fetch, JSON.parse and zod",
  promise: "the SDK, with promises",
  effect: "the SDK with Effect, on HttpNode",
  fetched: "the SDK with Effect, on HttpFetch"
}

await using project = await makeProject({ zod: "4.6.7" }, ["client.mjs", "users.mjs"])
using server = fork(new URL("server.mjs", import.meta.url))
const [{ port }] = (await once(server, "message")) as [AddressInfo]

const cpuOf = async (form: string, size: number) =>
  Number(await project.node("client.mjs", form, String(size), String(port)))

for (const size of [20, 1000])
  await compare(
    Object.entries(forms).map(([form, what]) => [`${what}, ${size} users`, () => cpuOf(form, size)]),
    rounds,
    1,
    "us"
  )
