import { spawn } from "node:child_process"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { assert, it } from "vitest"

import { endWithTest, until } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

// always from source: the bundle has other files
const source = fileURLToPath(new URL("../../src", import.meta.url))

/** Writes the address of each module to a file before it is loaded. */
const traceTo = (file: string) => `import { appendFileSync } from "node:fs"; import { registerHooks } from "node:module"
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + "\\n"); return next(url, context) } })`

const pages = /\/src\/(?:openapi\/document|control\/(?:swaggerPage|consolePage))\.ts|httpApiSwagger/

const ofFaults = /\/src\/faults\//

// the control plane, whose schemas take longer to build than the rest of a start
const controlPlane = /\/effect\/dist\/http-api\//

const late = [pages, ofFaults, /\/src\/upstream\/(?!address)/, /\/src\/handlers\/answer/]

it("the emulator loads the code of optional features at their first use", async () => {
  const traceFile = join(temporaryFolder(), "loaded")
  const trace = encodeURIComponent(traceTo(traceFile))
  const args = ["--import", `data:text/javascript,${trace}`, `${source}/main.ts`, "--port", "0"]
  const child = endWithTest(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }))
  const loaded = () => readFileSync(traceFile, "utf8")
  const [, origin = ""] = /US +(\S+)\/us\n/.exec(await until(child.stdout, /Try:/)) ?? []
  assert.strictEqual((await fetch(`${origin}/us/api/v1r1/enterprise/users`)).status, 400)
  const files = readdirSync(source, { recursive: true }).map((file) => `/src/${String(file)}`)
  for (const code of late) {
    assert.notMatch(loaded(), code)
    assert.isTrue(
      files.some((file) => code.test(file)),
      `No file is ${code}`
    )
  }
  assert.notMatch(loaded(), /\/node_modules\/msw\//)
  assert.notMatch(loaded(), controlPlane)
  await fetch(`${origin}/__mock/faults`)
  assert.match(loaded(), controlPlane)
  assert.match(loaded(), ofFaults)
  assert.notMatch(loaded(), pages)
  await fetch(`${origin}/__mock/openapi.json`)
  assert.match(loaded(), /openapi\/document\.ts/)
  assert.notMatch(loaded(), /control\/swaggerPage\.ts|httpApiSwagger/)
  await fetch(`${origin}/__mock/docs`)
  assert.match(loaded(), /control\/swaggerPage\.ts/)
  assert.notMatch(loaded(), /control\/consolePage\.ts/)
  await fetch(`${origin}/__mock/`, { headers: { accept: "text/html" } })
  assert.match(loaded(), /control\/consolePage\.ts/)
})
