import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { ControlApi } from "../../src/control/ControlApi.ts"

const tests = join(import.meta.dirname, "..")

const page = "docs/emulator/control-plane.md"

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
  it.each(endpoints)("%s, %s, is in the documentation", (_, route) => {
    const written = ["", "/__mock"].flatMap((base) =>
      ["`", "?"].map((end) => `\`${route.replace(" ", ` ${base}`)}${end}`)
    )
    assert.isTrue(
      written.some((way) => text.includes(way)),
      `say in ${page} what \`${route}\` does`
    )
  })

  it.each(endpoints)("%s, %s, is called by a test", (method) => {
    assert.isTrue(sources.includes(`${method}(`), `call ${method} of Control in a test of test/control`)
  })
})
