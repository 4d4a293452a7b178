import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { assert, expect, it } from "vitest"

import { endWithTest, until } from "../support/command.ts"

// always from source: the bundle has other files
const source = fileURLToPath(new URL("../../src", import.meta.url))

/** Prints the name of each loaded module. */
const trace = `import { registerHooks } from "node:module"
registerHooks({ load(url, context, next) { process.stderr.write("loaded " + url + "\\n"); return next(url, context) } })`

const pages = /\/src\/(?:openapi\/document|control\/(?:swaggerPage|consolePage))\.ts|httpApiSwagger/

const ofFaults = /\/src\/faults\//

// the control plane, whose schemas take longer to build than the rest of a start
const controlPlane = /\/effect\/dist\/http-api\//

const late = [pages, ofFaults, /\/src\/upstream\/(?!address)/, /\/src\/handlers\/answer/]

it("the emulator loads the code of optional features at their first use", async () => {
  const args = ["--import", `data:text/javascript,${encodeURIComponent(trace)}`, `${source}/main.ts`, "--port", "0"]
  const child = endWithTest(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }))
  let loaded = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (loaded += text))
  // an answer may come before the lines that the process wrote earlier
  const loads = (code: RegExp) => expect.poll(() => loaded).toMatch(code)
  const [, origin = ""] = /US +(\S+)\/us\n/.exec(await until(child.stdout, /Try:/)) ?? []
  assert.strictEqual((await fetch(`${origin}/us/api/v1r1/enterprise/users`)).status, 400)
  const files = readdirSync(source, { recursive: true }).map((file) => `/src/${String(file)}`)
  for (const code of late) {
    assert.notMatch(loaded, code)
    assert.isTrue(
      files.some((file) => code.test(file)),
      `No file is ${code}`
    )
  }
  assert.notMatch(loaded, /\/node_modules\/msw\//)
  assert.notMatch(loaded, controlPlane)
  await fetch(`${origin}/__mock/faults`)
  await loads(controlPlane)
  await loads(ofFaults)
  assert.notMatch(loaded, pages)
  await fetch(`${origin}/__mock/openapi.json`)
  await loads(/openapi\/document\.ts/)
  assert.notMatch(loaded, /control\/swaggerPage\.ts|httpApiSwagger/)
  await fetch(`${origin}/__mock/docs`)
  await loads(/control\/swaggerPage\.ts/)
  assert.notMatch(loaded, /control\/consolePage\.ts/)
  await fetch(`${origin}/__mock/`, { headers: { accept: "text/html" } })
  await loads(/control\/consolePage\.ts/)
})
