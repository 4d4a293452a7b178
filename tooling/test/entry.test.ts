import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterAll, beforeAll, expect, it } from "vitest"

import manifest from "../../package.json" with { type: "json" }
import { generateEntry } from "../entry.ts"

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "entry-"))
  await writeFile(join(folder, "start.mjs"), 'console.log("started")')
  await writeFile(join(folder, "entry.mjs"), generateEntry("./start.mjs", manifest.engines.node))
})

afterAll(() => rm(folder, { recursive: true }))

/** Makes Node report another version; an old one has no compile cache. */
const asVersion = (node: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import module from "node:module"
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } })
    if (${node.startsWith("20")}) delete module.enableCompileCache`)}`

const start = (node: string, entry = "entry.mjs") =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ["--import", asVersion(node), join(folder, entry)], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err })
    )
  })

it.each(["22.19.0", "24.1.0", "26.0.0"])("the entry starts on Node %s", async (node) => {
  expect(await start(node)).toEqual({ code: 0, out: "started\n", err: "" })
})

it.each(["20.20.2", "22.18.0"])("the entry reports in one sentence that Node %s is too old", async (node) => {
  const { code, err, out } = await start(node)
  expect([code, out]).toEqual([1, ""])
  expect(err).toMatch(
    new RegExp(`^Node ${node.replaceAll(".", "\\.")} is too old, this needs 22\\.19 or newer\\. .*\n$`)
  )
})

const peer = { code: 2, effect: "~4.1.0" }

it("the entry ends an old Node with the exit code of the command", async () => {
  await writeFile(join(folder, "peer.mjs"), generateEntry("./start.mjs", manifest.engines.node, peer))
  expect((await start("22.18.0", "peer.mjs")).code).toBe(2)
})

it.each([
  ["4.1.0", 0, /^$/],
  ["4.1.7", 0, /^$/],
  ["4.0.3", 2, /^effect 4\.0\.3 is installed, this needs effect ~4\.1\.0\. .*\n$/],
  ["3.19.0", 2, /^effect 3\.19\.0 is installed, this needs effect ~4\.1\.0\. .*\n$/],
  ["4.10.0", 2, /^effect 4\.10\.0 is installed/],
  [undefined, 2, /^effect is not installed, this needs effect ~4\.1\.0\. .*\n$/]
])("the entry checks effect %s", async (version, code, sentence) => {
  const effect = join(folder, "node_modules/effect")
  await rm(effect, { recursive: true, force: true })
  await mkdir(effect, { recursive: true })
  if (version !== undefined) await writeFile(join(effect, "package.json"), JSON.stringify({ name: "effect", version }))
  await writeFile(join(folder, "peer.mjs"), generateEntry("./start.mjs", manifest.engines.node, peer))
  const result = await start(process.versions.node, "peer.mjs")
  expect([result.code, result.out]).toEqual([code, code === 0 ? "started\n" : ""])
  expect(result.err).toMatch(sentence)
})

it("the entry refuses ranges that its messages cannot show", () => {
  expect(() => generateEntry("./start.mjs", ">=22.19", { effect: "^4" })).toThrow("The range of effect is ^4")
  expect(() => generateEntry("./start.mjs", "^22")).toThrow("engines.node is ^22")
})
