import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { ControlApi } from "../../src/control/ControlApi.ts"

const tests = join(import.meta.dirname, "..")

const page = "docs/reference/control-plane.md"

const text = readFileSync(join(tests, "../../..", page), "utf8")

const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => readFileSync(join(tests, file), "utf8"))
  .join("\n")

const endpoints = Object.values(ControlApi.groups).flatMap((group) =>
  Object.values(group.endpoints).map(({ identifier, method, path }) => {
    const route = `${method} ${path.replace("/__mock", "")}`
    return [`${group.identifier}.${identifier}`, route] as const
  })
)

describe("an endpoint of the control plane", () => {
  it.each(endpoints)("%s, %s, has a description in the reference", (method, route) => {
    const row = text.split("\n").find((line) => line.endsWith(` | \`${method}\` |`)) ?? ""
    const [request, description] = row.slice(2).split(" | ")
    assert.strictEqual(request, `\`${route.replace(" ", " /__mock")}\``, `run pnpm gen`)
    assert.match(description ?? "", /^\w/, `describe ${method} with a Summary in src/control`)
  })

  it.each(endpoints)("%s, %s, is called by a test", (method) => {
    assert.isTrue(sources.includes(`${method}(`), `call ${method} of Control in a test of test/control`)
  })
})
