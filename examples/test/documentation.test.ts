import { execFile } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it } from "vitest"

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8")

describe("the documentation", () => {
  it.each([
    ["packages/core/README.md", "examples/promise/list-users.ts", ""],
    ["packages/core/README.md", "examples/promise/keep-session.ts", "await using"],
    ["docs/sdk/effect.md", "examples/effect/list-users.ts", ""],
    ["apps/http-mock/README.md", "examples/test/expired-token.test.ts", ""],
    ["docs/how-to/export-users.md", "examples/promise/export-users.ts", ""],
    ["docs/how-to/watch-calls.md", "examples/promise/watch-calls.ts", ""],
    ["docs/emulator/library.md", "examples/test/month-later.test.ts", ""]
  ])("%s shows %s as it is", async (page, example, start) => {
    const source = await read(example)
    assert.include(await read(page), `\`\`\`ts\n${source.slice(source.indexOf(start))}\`\`\``)
  })

  it("has a sample for node:test that passes", async () => {
    const [, sample = ""] = /```js\n([\s\S]*?)```/.exec(await read("docs/how-to/other-runners.md")) ?? []
    const folder = fileURLToPath(new URL("../dist/", import.meta.url))
    await mkdir(folder, { recursive: true })
    await writeFile(`${folder}log-in.test.mjs`, sample)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, ["--test", `${folder}log-in.test.mjs`], { env })
    assert.match(stdout, /^[#ℹ] pass 1$/m)
  })
})
