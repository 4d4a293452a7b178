import { readFileSync } from "node:fs"
import { runInNewContext } from "node:vm"

import { expect, it } from "vitest"

const guard = readFileSync(new URL("../node-version.cjs", import.meta.url), "utf8")

const meet = (node: string) => {
  const said: Array<string> = []
  const codes: Array<number> = []
  runInNewContext(guard, {
    console: { error: (line: string) => said.push(line) },
    process: {
      env: { npm_lifecycle_event: "demo" },
      exit: (code: number) => codes.push(code),
      versions: { node }
    }
  })
  return { codes, said }
}

it.each(["22.19.0", "24.21.0", "26.0.0"])("lets Node %s pass", (node) => {
  expect(meet(node)).toEqual({ codes: [], said: [] })
})

it.each(["8.17.0", "20.20.2", "22.18.0"])("stops Node %s with the command that works", (node) => {
  expect(meet(node)).toEqual({
    codes: [1],
    said: [`Node ${node} is too old, this needs 22.19 or newer; type: npx -y -p node@24 -p pnpm@12 pnpm demo`]
  })
})
