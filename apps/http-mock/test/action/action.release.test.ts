import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { parseYaml } from "@redocly/openapi-core"
import * as Schema from "effect/Schema"
import { assert, describe, expect, it, onTestFinished, vi } from "vitest"

import { variables } from "../../src/cli/start.ts"

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const Texts = Schema.Record(Schema.String, Schema.String)

/** A composite action. */
const Action = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  inputs: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String, default: Schema.String })),
  outputs: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String, value: Schema.String })),
  runs: Schema.Struct({
    using: Schema.Literal("composite"),
    steps: Schema.Array(
      Schema.Struct({ name: Schema.String, id: Schema.String, shell: Schema.String, run: Schema.String, env: Texts })
    )
  })
})

const readAction = async () =>
  Schema.decodeUnknownSync(Action, { onExcessProperty: "error" })(
    parseYaml(await readFile(path("action/action.yml"), "utf8"))
  )

const Workflow = Schema.Struct({
  jobs: Schema.Struct({
    test: Schema.Struct({
      steps: Schema.Array(
        Schema.Struct({ uses: Schema.optionalKey(Schema.String), with: Schema.optionalKey(Schema.Unknown) })
      )
    })
  })
})

const Tenants = Schema.NonEmptyArray(Schema.Struct({ users: Schema.Struct({ us: Schema.Number }) }))

/** Reads the number of users of the default tenant from a running emulator. */
const userCount = async (url = "") => {
  const [{ users }] = Schema.decodeUnknownSync(Tenants)(await (await fetch(`${url}/__mock/tenants`)).json())
  return users.us
}

const pairsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )

const stop = (pid: number) => {
  try {
    process.kill(pid, "SIGTERM")
  } catch {
    // the process has exited
  }
}

// npm_config_… variables of the test run would change what npx runs
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

/** Runs the steps of the action like a runner: with bash and the declared environment. */
const runAction = async (
  inputs: Readonly<Record<string, string>>,
  prepare: (folder: string) => Promise<void> = () => Promise.resolve()
) => {
  const action = await readAction()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-runner-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await prepare(folder)
  const [environment, output] = [join(folder, "env"), join(folder, "output")]
  await Promise.all([environment, output].map((file) => writeFile(file, "")))
  const withInputs = (text: string) =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? action.inputs[name]?.default ?? "")
  let text = ""
  let succeeded = true
  for (const { env, run } of action.runs.steps) {
    const step = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, withInputs(value)]))
    const runner = {
      GITHUB_ACTION_PATH: path("action"),
      GITHUB_ENV: environment,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: folder
    }
    await new Promise<void>((resolve) => {
      const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run]
      execFile("bash", args, { cwd: folder, env: { ...inherited, ...runner, ...step } }, (error, out, err) => {
        text += out + err
        succeeded &&= error === null
        resolve()
      })
    })
  }
  const outputs = pairsOf(await readFile(output, "utf8"))
  const pid = Number(outputs["pid"])
  onTestFinished(() => {
    if (pid > 0) stop(pid)
  })
  return { succeeded, text, outputs, env: pairsOf(await readFile(environment, "utf8")) }
}

const command = `"${process.execPath}" "${path("src/main.ts")}"`

describe("the action", { timeout: 60_000 }, () => {
  it("has the form of a composite action", async () => {
    const { inputs, outputs, runs } = await readAction()
    for (const step of runs.steps) {
      // an input in the script could run as code
      assert.notInclude(step.run, "${{")
      const used = Object.values(step.env).map((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1])
      assert.sameMembers(used, Object.keys(inputs))
    }
    for (const [name, { value }] of Object.entries(outputs))
      assert.strictEqual(value, `\${{ steps.start.outputs.${name} }}`)
  })

  it("matches its inputs and outputs in the documentation", async () => {
    const page = await readFile(path("../../docs/how-to/ci.md"), "utf8")
    const [, section = ""] = page.split("# GitHub Actions\n")
    const [, workflow = ""] = /```yaml\n([\s\S]*?)```/.exec(section) ?? []
    const { jobs } = Schema.decodeUnknownSync(Workflow)(parseYaml(workflow))
    const { inputs, outputs } = await readAction()
    const step = jobs.test.steps.find(({ uses }) => uses?.includes("/apps/http-mock/action@"))
    const documented = Schema.decodeUnknownSync(Texts)(step?.with)
    assert.includeMembers(Object.keys(inputs), Object.keys(documented))
    const [introduction = ""] = section.split("\n## ")
    for (const [name, { default: fallback }] of Object.entries(inputs))
      assert.match(introduction, new RegExp(`\\| \`${name}\` \\| ${fallback === "" ? "(none|npx)" : fallback} \\|`))
    for (const name of Object.keys(outputs)) assert.include(introduction, `\`${name}\``)
    const { env, succeeded, text } = await runAction({ ...documented, command })
    assert.isTrue(succeeded, text)
    const har = await fetch(`${env["REMOTE_ASSIST_MOCK_URL"]}/__mock/journal.har`)
    assert.strictEqual(har.status, 200)
  })

  it("starts an emulator for the steps that follow", async () => {
    const { env, succeeded, outputs, text } = await runAction({ command, args: `--seed users=7 --issuer "two words"` })
    assert.isTrue(succeeded, text)
    assert.sameMembers(Object.keys(env), variables)
    const { outputs: declared } = await readAction()
    assert.sameMembers(Object.keys(outputs), Object.keys(declared))
    assert.strictEqual(outputs["us-url"], env["REMOTE_ASSIST_US_URL"])
    assert.strictEqual(await userCount(outputs["url"]), 7)
  })

  it("starts the emulator that the project has installed, with its flags", async () => {
    const { succeeded, outputs, text } = await runAction({ args: "--seed users=7" }, async (folder) => {
      const bin = join(folder, "node_modules/.bin")
      await mkdir(bin, { recursive: true })
      await writeFile(join(folder, "package.json"), "{}")
      await writeFile(join(bin, "remote-assist-mock"), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o755 })
    })
    assert.isTrue(succeeded, text)
    assert.strictEqual(await userCount(outputs["url"]), 7)
    // the process id is that of the emulator, not of npx
    process.kill(Number(outputs["pid"]), "SIGTERM")
    await vi.waitFor(() => expect(fetch(`${outputs["url"]}/__mock/health`)).rejects.toThrow("fetch failed"), 20_000)
  })

  it("starts an emulator with HTTPS", async () => {
    const { env, succeeded, outputs, text } = await runAction({ command, args: "--tls", port: "" })
    assert.isTrue(succeeded, text)
    assert.include(await readFile(env["NODE_EXTRA_CA_CERTS"] ?? "", "utf8"), "BEGIN CERTIFICATE")
    assert.match(outputs["url"] ?? "", /^https:/)
  })

  it("stops the process if the health check fails", async () => {
    const server = createServer((socket) => void socket.on("error", () => {}).resume())
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    onTestFinished(() => void server.close())
    const closed = once(server, "connection").then(([socket]) => once(socket, "close"))
    const address = server.address()
    const port = typeof address === "object" ? address?.port : 0
    const program = `require("net").connect(${port}, "127.0.0.1", () => console.log(JSON.stringify({ REMOTE_ASSIST_MOCK_URL: "http://127.0.0.1:1" })))`
    const { succeeded, text } = await runAction({ command: `"${process.execPath}" -e '${program}' --` })
    assert.isFalse(succeeded)
    assert.match(text, /::error.*does not answer at http:\/\/127\.0\.0\.1:1\/__mock\/health: /)
    await closed
  })

  it.each([
    [{ command, args: "--token-life '2 hours" }, /::error.*--token-life '2 hours a quote is not closed/],
    [{ command: "''" }, /::error.*The command is ''/],
    [{ command: "echo hello" }, /::error.*echo is not an emulator: its output starts with hello/],
    [{ command, args: "--prot 1" }, /::error.*did not start: it ended with 1\..*Unrecognized flag: --prot/],
    [{ command, args: "--port 5" }, /::error.*The args set a port. Set the input port instead/],
    [
      { command: "no-such-program" },
      /::error[^:]*::Cannot run no-such-program: there is no such program\. Set the input command to a program that starts the emulator\.\n/
    ],
    [{ command: "/" }, /::error[^:]*::Cannot run \/: it is not executable \(EACCES\)\. Set the input command/],
    [{ command, timeout: "soon" }, /::error.*timeout is soon/],
    [{ version: "1; rm -rf /" }, /::error.*The version is 1; rm -rf \//],
    [
      { command: `"${process.execPath}" -e "setInterval(() => {}, 1000)" --`, timeout: "1" },
      /not ready after 1 seconds/
    ]
  ])("reports why it cannot start an emulator: %j", async (inputs, expected) => {
    const { env, succeeded, text } = await runAction(inputs)
    assert.isFalse(succeeded)
    assert.match(text, expected)
    assert.deepStrictEqual(env, {})
  })
})
