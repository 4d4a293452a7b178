import { describe, expect, it } from "vitest"

import { findFragments } from "../lint/fragments.ts"

const use = (module: string) => `export * from "${module}"\n`

const find = (sources: Readonly<Record<string, string>>, ...entries: ReadonlyArray<string>) =>
  findFragments(
    new Map(Object.entries(sources).map(([path, text]) => [`apps/e2e/${path}`, text])),
    new Set(entries.map((path) => `apps/e2e/${path}`))
  )

const long = "\n".repeat(40)

describe("findFragments", () => {
  it("finds a short module with one importer in its folder", () => {
    expect(find({ "src/a.ts": use("./b.ts") + long, "src/b.ts": "\n".repeat(39) })).toEqual([
      "apps/e2e/src/b.ts: 39 lines with one importer. Merge it into apps/e2e/src/a.ts."
    ])
  })

  it.each([
    ["40 lines", { "src/a.ts": use("./b.ts") + long, "src/b.ts": long }],
    ["two importers", { "src/a.ts": use("./b.ts") + long, "src/c.ts": use("./b.ts") + long, "src/b.ts": "" }],
    ["an importer in another folder", { "src/x/a.ts": use("../b.ts") + long, "src/b.ts": "" }],
    ["an importer outside of src", { "src/a.ts": use("./b.ts") + long, "main.ts": use("./src/b.ts"), "src/b.ts": "" }],
    ["a lazy importer", { "src/a.ts": `export const b = () => import("./b.ts")${long}`, "src/b.ts": "" }],
    ["a component", { "src/a.tsx": use("./b.tsx") + long, "src/b.tsx": "" }],
    ["a resource", { "src/resources/a.ts": use("./b.ts") + long, "src/resources/b.ts": "" }],
    ["no importer", { "src/b.ts": "" }]
  ])("accepts a module with %s", (_, sources) => {
    expect(find(sources)).toEqual([])
  })

  it("accepts a module that its package exports", () => {
    expect(find({ "src/a.ts": use("./b.ts") + long, "src/b.ts": "" }, "src/b.ts")).toEqual([])
  })

  it("finds more than 20 modules under 15 lines", () => {
    const modules = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/${index}.ts`, ""]))
    expect(find(modules(20))).toEqual([])
    expect(find(modules(21))).toEqual([
      expect.stringMatching(/^21 modules have fewer than 15 lines\. At most 20 may: /)
    ])
  })
})
