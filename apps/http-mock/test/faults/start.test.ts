import { assert, describe, it } from "vitest"

import { start, until } from "../support/command.ts"

const hook = `import { registerHooks } from "node:module"
registerHooks({ load(url, context, next) { console.error("loaded " + url); return next(url, context) } })`

const ofFaults = /src\/(?:control\/)?faults\/(?!(?:outcome|registry)\.ts)/

describe("the start of the emulator", { timeout: 30_000 }, () => {
  it("loads no code of faults until the control plane is used", async () => {
    const child = start(["--port", "0"], {
      env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
    })
    let loaded = ""
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (loaded += text))
    const [, origin = ""] = /US +(\S+)\/us\n/.exec(await until(child.stdout, /Try:/)) ?? []
    assert.strictEqual((await fetch(`${origin}/us/api/v1r1/enterprise/users`)).status, 400)
    assert.match(loaded, /server\/dispatch\.ts/)
    assert.notMatch(loaded, ofFaults)
    await fetch(`${origin}/__mock/faults`)
    assert.match(loaded, ofFaults)
  })
})
