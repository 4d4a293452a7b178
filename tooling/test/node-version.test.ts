import { readFileSync } from "node:fs"
import { runInNewContext } from "node:vm"

import { expect, it } from "vitest"

const guard = readFileSync(new URL("../node-version.cjs", import.meta.url), "utf8")

const check = (node: string) => {
  const messages: Array<string> = []
  const codes: Array<number> = []
  runInNewContext(guard, {
    console: { error: (line: string) => messages.push(line) },
    process: {
      env: { npm_lifecycle_event: "demo" },
      exit: (code: number) => codes.push(code),
      versions: { node }
    }
  })
  return { codes, messages }
}

it.each(["22.19.0", "24.21.0", "26.0.0"])("the check accepts Node %s", (node) => {
  expect(check(node)).toEqual({ codes: [], messages: [] })
})

it.each(["8.17.0", "20.20.2", "22.18.0"])("the check stops Node %s and shows a command that works", (node) => {
  expect(check(node)).toEqual({
    codes: [1],
    messages: [`Node ${node} is too old; 22.19 or newer is required. Run: npx -y -p node@24 -p pnpm@12 pnpm demo`]
  })
})
