import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { inTurn, root } from "./measure.ts"

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

const measures: ReadonlyArray<readonly [string, ReadonlyArray<string>, number?]> = [
  ["bare node", ["-e", ""]],
  ["the runner, to list them", e2e("--list")],
  [`${some.length} scenarios in process`, e2e(...some), some.length],
  [`all ${names.length}`, e2e(), names.length]
]

const times = await inTurn(
  measures.map(
    ([, args, passed]) =>
      () =>
        timeOf(args, passed)
  ),
  rounds
)

const bare = times[0] ?? 0
for (const [index, [what]] of measures.entries()) {
  const time = times[index] ?? 0
  console.log(
    `${what.padEnd(42)} ${time.toFixed(0).padStart(6)} ms   ${(time / bare).toFixed(1).padStart(5)}x of bare node`
  )
}
