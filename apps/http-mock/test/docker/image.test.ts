import { readFileSync } from "node:fs"
import { posix } from "node:path"

import { assert, it } from "vitest"

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")

const modulesOf = (path: string): ReadonlyArray<string> => [
  path,
  ...Array.from(read(path).matchAll(/ from "(\.[^"]+\.ts)"/g), ([, name = ""]) => name).flatMap((name) =>
    modulesOf(posix.join(posix.dirname(path), name))
  )
]

it("the image copies every module of its build", () => {
  const copies = Array.from(read("apps/http-mock/Dockerfile").matchAll(/^COPY (.*) tooling\/$/gm), ([, paths = ""]) =>
    paths.split(" ")
  ).flat()
  const allowed = read("apps/http-mock/Dockerfile.dockerignore").split("\n")
  const modules = modulesOf("tooling/build.ts")
  assert.sameMembers(copies, [...new Set(modules)])
  assert.includeMembers(
    allowed,
    modules.map((path) => `!${path}`)
  )
})
