import { describe, expect, it } from "vitest"

import { layerBoundaries, layers } from "../lint/layers.ts"

const emulator = "apps/http-mock/src"

const problems = (from: string, to: string) =>
  layerBoundaries.filter((boundary) => boundary.from.test(from) && boundary.to.test(to)).map(({ because }) => because)

describe("a layer", () => {
  it("names only layers", () => {
    const named = new Set(Object.values(layers).flat())
    expect(Object.keys(layers)).toEqual(expect.arrayContaining([...named]))
  })

  it("has a message that lists the layers it may import", () => {
    expect(problems(`${emulator}/persistence/a.ts`, `${emulator}/service/b.ts`)).toEqual([
      "persistence may import tenants, faults, wire, world; not service"
    ])
    expect(problems(`${emulator}/world/a.ts`, `${emulator}/main.ts`)).toEqual([
      "world may import no other layer; not main.ts"
    ])
  })
})

describe("a file of the emulator's sources", () => {
  it.each(["groups/Users/a.ts", "Server.ts", "worlds/a.ts", "cli.ts", "main.tsx", "main.ts/a.ts"])(
    "outside the layers is refused, as is each import of it: %s",
    (path) => {
      const file = `${emulator}/${path}`
      const because = [
        expect.stringContaining("not a layer. The emulator's sources are in main.ts, fixtures, cli, library")
      ]
      expect(problems(file, "effect/Effect")).toEqual(because)
      expect(problems(file, file)).toEqual(because)
      expect(problems(`${emulator}/cli/a.ts`, file)).toEqual(because)
      expect(problems("apps/http-mock/test/a.test.ts", file)).toEqual(because)
    }
  )

  it.each(["main.ts", "cli/a.ts", "world/users/a.ts"])("in a layer is accepted: %s", (path) => {
    expect(problems(`${emulator}/${path}`, "effect/Effect")).toEqual([])
    expect(problems("apps/http-mock/test/a.test.ts", `${emulator}/${path}`)).toEqual([])
  })
})
