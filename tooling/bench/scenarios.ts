import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { compare, root } from "./measure.ts"

// Time of 150 scenarios and of all scenarios in process, compared with an empty Node process and with --list. The goal for 150 is
// 5 seconds on two cores.

const rounds = Number(process.env["ROUNDS"] ?? 5)
const run = promisify(execFile)

const e2e = (...args: ReadonlyArray<string>) => ["-r", "./tooling/bootstrap.cjs", "apps/e2e/main.ts", ...args]

const { stdout } = await run(process.execPath, e2e("--list"), { cwd: root })
const names = stdout.split("\n").flatMap((line) => /^\w[\w-]*\/[\w-]+/.exec(line) ?? [])
const some = names.slice(0, 150)

const timeOf = async (args: ReadonlyArray<string>, passed?: number) => {
  const start = performance.now()
  const { stdout } = await run(process.execPath, [...args], { cwd: root })
  const time = performance.now() - start
  if (passed !== undefined && !stdout.includes(`${passed} passed, 0 failed`))
    throw new Error(`Expected ${passed} passed scenarios: ${stdout.slice(-200)}`)
  return time
}

await compare(
  [
    ["bare node", () => timeOf(["-e", ""])],
    ["the runner, to list them", () => timeOf(e2e("--list"))],
    [`${some.length} scenarios in process`, () => timeOf(e2e(...some), some.length)],
    [`all ${names.length}`, () => timeOf(e2e(), names.length)]
  ],
  rounds
)
