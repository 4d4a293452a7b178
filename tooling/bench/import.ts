import { inTurn } from "./measure.ts"
import { makeProject } from "./project.ts"

const rounds = 15

const core = "@remote-assist/core"
const modules: ReadonlyArray<readonly [string, string]> = [
  ["bare node", ""],
  ["stripe", "stripe"],
  ["openai", "openai"],
  ["S3 of the AWS SDK", "@aws-sdk/client-s3"],
  ["the SDK, with promises", `${core}/promise`],
  ["effect/Schema alone", "effect/Schema"],
  ["the SDK with Effect, Client", `${core}/Client`],
  ["the SDK with Effect, all of it", core]
]

// the packages to compare with
await using project = await makeProject({ stripe: "23.1.0", openai: "7.57.0", "@aws-sdk/client-s3": "3.1169.0" })

/** Measures the processor time, user and system, of a process that imports a module, in milliseconds. */
const cpuOf = async (module: string) => {
  const program = `${module === "" ? "" : `await import(${JSON.stringify(module)})`}
    const { user, system } = process.cpuUsage()
    console.log((user + system) / 1000)`
  return Number(await project.node("--input-type=module", "-e", program))
}

const times = await inTurn(
  modules.map(
    ([, module]) =>
      () =>
        cpuOf(module)
  ),
  rounds
)

const stripe = times[1] ?? 0
console.log(`${"import, processor time".padEnd(42)}            of stripe`)
for (const [index, [what]] of modules.entries()) {
  const time = times[index] ?? 0
  console.log(`${what.padEnd(42)} ${time.toFixed(0).padStart(5)} ms   ${(time / stripe).toFixed(2)}x`)
}
