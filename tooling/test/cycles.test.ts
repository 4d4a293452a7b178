import { describe, expect, it } from "vitest"

import { cyclesIn } from "../lint/findCycles.ts"

type Sources = Readonly<Record<string, string>>

const use = (module: string) => `export * from "${module}"\n`

/** Lists the cycles in a package as `files: a.ts -> b.ts -> a.ts`. */
const cycles = (sources: Sources, strictPackages: ReadonlyArray<string> = []) =>
  cyclesIn(new Map(Object.entries(sources).map(([path, text]) => [`apps/e2e/${path}`, text])), { strictPackages }).map(
    ({ of, cycle }) => `${of}: ${[...cycle, ...cycle.slice(0, 1)].map(({ from }) => from).join(" -> ")}`
  )

describe("a cycle of files", () => {
  const a = use("./b.ts")

  it.each([
    ["a value", `import { a } from "./a.ts"\nexport const b = a`],
    ["nothing", `import "./a.ts"`],
    ["a type", `import type { A } from "./a.ts"\nexport type B = A`],
    ["a type among values", `import { type A } from "./a.ts"\nexport type B = A`],
    ["a type query", `export type B = import("./a.ts").A`],
    ["a type query of a value", `export type B = typeof import("./a.ts")`],
    ["a module, later", `export const b = () => import("./a.ts")`],
    ["a module, later, in backquotes", "export const b = () => import(`./a.ts`)"],
    ["a name to export it again", `export { a } from "./a.ts"`],
    ["all names to export them again", `export * from "./a.ts"`],
    ["a namespace to export it", `export * as a from "./a.ts"`],
    ["a type to export it again", `export type { A } from "./a.ts"`],
    ["the compiled file", `import type { A } from "./a.js"\nexport type B = A`],
    ["a path through its own folder", `import "../src/a.ts"`]
  ])("is found by an import of %s", (_, b) => {
    expect(cycles({ "src/a.ts": a, "src/b.ts": b })).toEqual(["files: src/a.ts -> src/b.ts -> src/a.ts"])
  })

  it("is found by require of CommonJS", () => {
    const found = cycles({ "src/a.cjs": `require("./b.cjs")`, "src/b.cjs": `require("./a.cjs")` })
    expect(found).toEqual(["files: src/a.cjs -> src/b.cjs -> src/a.cjs"])
  })

  it("is found over components", () => {
    const component = `import { b } from "./b.tsx"\nexport const A = () => <b.Row />`
    const found = cycles({ "src/a.tsx": component, "src/b.tsx": use("./a.tsx") })
    expect(found).toEqual(["files: src/a.tsx -> src/b.tsx -> src/a.tsx"])
  })

  it("is found over three files", () => {
    const found = cycles({ "src/a.ts": use("./b.ts"), "src/b.ts": use("./c.ts"), "src/c.ts": use("./a.ts") })
    expect(found).toEqual(["files: src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts"])
  })

  it("is reported for each path", () => {
    const found = cycles({ "src/a.ts": a + use("./c.ts"), "src/b.ts": use("./a.ts"), "src/c.ts": use("./a.ts") })
    expect(found).toEqual(["files: src/a.ts -> src/b.ts -> src/a.ts", "files: src/a.ts -> src/c.ts -> src/a.ts"])
  })

  it("is reported once if it is also a cycle of folders", () => {
    const found = cycles({ "src/a/x.ts": use("../b/y.ts"), "src/b/y.ts": use("../a/x.ts") }, ["apps/e2e"])
    expect(found).toEqual(["files: src/a/x.ts -> src/b/y.ts -> src/a/x.ts"])
  })

  it.each([
    ["a comment", `// import "./a.ts"\n/** {@link import("./a.ts").a} */`],
    ["a string", `export const text = 'import "./a.ts"'`],
    ["a template", 'export const text = `export * from "./a.ts"`'],
    ["an element", `export const b = <p>import "./a.ts"</p>`],
    ["a computed name", "export const b = (name: string) => import(`./${name}.ts`)"],
    ["another package", `import "a.ts"`]
  ])("is not found in %s", (_, b) => {
    expect(cycles({ "src/a.ts": use("./b.tsx"), "src/b.tsx": b })).toEqual([])
  })
})

describe("a cycle of a folder's entries", () => {
  it("is found if the files form no cycle", () => {
    const found = cycles({ "src/a/x.ts": use("../b/y.ts"), "src/b/y.ts": use("../a/z.ts"), "src/a/z.ts": "" })
    expect(found).toEqual(["entries: src/a -> src/b -> src/a"])
  })

  it("is found between a file and a folder beside it", () => {
    const found = cycles({
      "src/A.ts": use("./a/x.ts"),
      "src/a/x.ts": use("../B.ts"),
      "src/B.ts": use("./a/y.ts"),
      "src/a/y.ts": ""
    })
    expect(found).toEqual(["entries: src/a -> src/B.ts -> src/a"])
  })

  it("is found between nested folders", () => {
    const found = cycles({
      "src/a/p/x.ts": use("../q/y.ts"),
      "src/a/q/y.ts": use("../r/z.ts"),
      "src/a/r/z.ts": use("../p/deep/w.ts"),
      "src/a/p/deep/w.ts": ""
    })
    expect(found).toEqual(["entries: src/a/p -> src/a/q -> src/a/r -> src/a/p"])
  })

  it("is found between the folders of a package", () => {
    const found = cycles({
      "src/main.ts": use("../scenarios/all.ts"),
      "scenarios/all.ts": use("../src/Scenario.ts"),
      "src/Scenario.ts": ""
    })
    expect(found).toEqual(["entries: src -> scenarios -> src"])
  })

  it("is not found if imports go one way", () => {
    const found = cycles({
      "src/main.ts": use("./a/x.ts") + use("./b/y.ts"),
      "src/a/x.ts": use("./deep/z.ts") + use("../b/y.ts"),
      "src/a/deep/z.ts": use("../../b/y.ts"),
      "src/b/y.ts": ""
    })
    expect(found).toEqual([])
  })
})

describe("a cycle of folders in a strict package", () => {
  const strict = ["apps/e2e"]
  const down = { "src/a/x.ts": use("./deep/y.ts"), "src/a/deep/y.ts": "" }
  const up = { "src/a/deep/w.ts": use("../z.ts"), "src/a/z.ts": "" }

  it("is found between the files of a folder and of its subfolder", () => {
    expect(cycles({ ...down, ...up }, strict)).toEqual(["folders: src/a -> src/a/deep -> src/a"])
  })

  it("is found through a sibling folder", () => {
    const found = cycles(
      { ...down, "src/a/deep/w.ts": use("../../b/v.ts"), "src/b/v.ts": use("../a/z.ts"), "src/a/z.ts": "" },
      strict
    )
    expect(found).toEqual(["entries: src/a -> src/b -> src/a", "folders: src/a -> src/a/deep -> src/b -> src/a"])
  })

  it("is not found if only one imports the other", () => {
    expect([...cycles(down, strict), ...cycles(up, strict)]).toEqual([])
  })

  it("is not found in other packages", () => {
    expect(cycles({ ...down, ...up }, ["apps/tui"])).toEqual([])
  })
})
