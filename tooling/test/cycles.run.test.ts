import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { afterEach, expect, it } from "vitest"

const use = (module: string) => `export * from "${module}"\n`

const cycle = (folder: string) => ({ [`${folder}/a.ts`]: use("./b.ts"), [`${folder}/b.ts`]: use("./a.ts") })

const tree = mkdtempSync(join(tmpdir(), "cycles-"))
afterEach(() => rmSync(tree, { recursive: true, force: true }))

const check = (sources: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const program = new URL("../lint/cycles.ts", import.meta.url).pathname
  const { status, stderr, stdout } = spawnSync(process.execPath, [program], { cwd: tree, encoding: "utf8" })
  return { status, output: stdout + stderr }
}

it("the check fails and names each cycle with its imports", () => {
  const { output, status } = check({
    "apps/e2e/src/Scenario.ts": `import type { Target } from "./Target.ts"\nexport type Scenario = Target`,
    "apps/e2e/src/Target.ts": `export type Target = import("./Scenario.ts").Scenario`,
    "examples/a/x.ts": use("../b/y.ts"),
    "examples/b/y.ts": use("../a/z.ts"),
    "examples/a/z.ts": ""
  })
  expect(output.split("\n").slice(0, -2)).toEqual([
    "apps/e2e: cycle of files: src/Scenario.ts -> src/Target.ts -> src/Scenario.ts",
    "examples: cycle of entries: a -> b -> a",
    "  a/x.ts -> b/y.ts",
    "  b/y.ts -> a/z.ts"
  ])
  expect(output).toMatch(/\nBreak each cycle .*\n$/)
  expect(status).toBe(1)
})

it("the check ignores cycles in tests, builds and installed packages", () => {
  const found = check({
    "apps/e2e/src/Scenario.ts": use("./Target.ts"),
    "apps/e2e/src/Target.ts": "",
    ...cycle("apps/e2e/test"),
    ...cycle("apps/e2e/dist"),
    ...cycle("apps/e2e/node_modules/other"),
    ...cycle("examples/test"),
    ...cycle("tooling/test")
  })
  expect(found).toEqual({ status: 0, output: "" })
})

it.each(["packages/core/src", "apps/tui/src/screens", "apps/e2e/scenarios", "examples/effect", "tooling/lint"])(
  "the check reads %s",
  (folder) => {
    expect(check(cycle(folder)).output).toContain("cycle of files")
  }
)

it("the check fails if it finds no sources", () => {
  const { output, status } = check({ "README.md": "" })
  expect(output).toContain("No sources found")
  expect(status).toBe(1)
})
