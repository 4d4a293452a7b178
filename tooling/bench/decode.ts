import { inTurn } from "./measure.ts"
import { makeProject } from "./project.ts"

// Processor time to decode one long answer with the published package, and the longest block of the event loop meanwhile. Each
// form runs in its own process, one after the other, on the same answer.

const rounds = Number(process.env["ROUNDS"] ?? 7)

const forms = {
  json: "JSON.parse",
  zod: "JSON.parse and zod",
  effect: "the SDK with Effect",
  promise: "the SDK, with promises"
}

await using project = await makeProject({ zod: "4.6.7" }, ["decode.mjs", "users.mjs"])

for (const size of [100_000, 500_000]) {
  const blocks = new Map<string, number>()
  const times = await inTurn(
    Object.keys(forms).map((form) => async () => {
      const [cpu, block] = JSON.parse(await project.node("decode.mjs", form, String(size))) as [number, number]
      blocks.set(form, Math.min(block, blocks.get(form) ?? Number.POSITIVE_INFINITY))
      return cpu
    }),
    size > 100_000 ? 2 : rounds
  )
  const base = times[1] ?? 0
  for (const [index, [form, what]] of Object.entries(forms).entries()) {
    const time = times[index] ?? 0
    console.log(
      `${`${what}, ${size} entries`.padEnd(44)} ${time.toFixed(0).padStart(6)} ms   ${(time / base).toFixed(2)}x of zod   longest block ${(blocks.get(form) ?? 0).toFixed(0)} ms`
    )
  }
}
