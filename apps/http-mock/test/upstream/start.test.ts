import { assert, describe, it } from "vitest"

import { start, textOf, until } from "../support/command.ts"

/** Prints each module that is loaded. */
const trace =
  "data:text/javascript,import { registerHooks } from 'node:module'; registerHooks({ load: (url, context, next) => { process.stderr.write('loaded ' + url + '\\n'); return next(url, context) } })"

const loadedBy = async (...args: ReadonlyArray<string>) => {
  const child = start(["--port", "0", ...args], {
    env: { ...process.env, NODE_OPTIONS: `--import ${JSON.stringify(trace)}` }
  })
  const loaded = textOf(child.stderr)
  await until(child.stdout, /US .*\n/)
  child.kill("SIGTERM")
  return loaded
}

const ofUpstreams = /src\/upstream\/(?!address)/

const ofHandlers = /src\/handlers\/answer|\/node_modules\/msw\//

describe("the start of the emulator", { timeout: 30_000 }, () => {
  it("loads no code of upstreams and of handlers if there are none", async () => {
    const loaded = await loadedBy()
    assert.notMatch(loaded, ofUpstreams)
    assert.notMatch(loaded, ofHandlers)
    assert.match(await loadedBy("--upstream", "us=http://127.0.0.1:9"), ofUpstreams)
  })
})
