import { spawn } from "node:child_process"

import { assert, describe, it } from "vitest"

import { program } from "../../../../../tooling/programs.ts"
import { endedWithTest } from "../../support/command.ts"

const main = program("apps/http-mock/src/main.ts")

const hook = `import { registerHooks } from "node:module"
registerHooks({ load(url, context, next) { console.error("loaded " + url); return next(url, context) } })`

describe("the start of the emulator", { timeout: 30_000 }, () => {
  it("loads neither the document nor the page until somebody asks for them", async () => {
    const child = endedWithTest(
      spawn(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, main, "--port", "0"])
    )
    let loaded = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (loaded += text))
    const docs = await new Promise<string>((resolve) => {
      let out = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        out += text
        const [, address] = /Docs +(\S+)\n/.exec(out) ?? []
        if (address !== undefined) resolve(address)
      })
    })
    await fetch(docs.replace("docs", "keys"))
    assert.match(loaded, /docs\/pages\.ts/)
    assert.notMatch(loaded, /openapi\/document\.ts|docs\/swaggerPage\.ts|httpApiSwagger/)
    await fetch(docs.replace("docs", "openapi.json"))
    assert.match(loaded, /openapi\/document\.ts/)
    assert.notMatch(loaded, /docs\/swaggerPage\.ts|httpApiSwagger/)
    await fetch(docs)
    assert.match(loaded, /docs\/swaggerPage\.ts/)
  })
})
