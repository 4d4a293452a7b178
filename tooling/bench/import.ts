import { compare } from "./measure.ts"
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

await compare(
  modules.map(([what, module]) => [what, () => cpuOf(module)]),
  rounds,
  1
)
