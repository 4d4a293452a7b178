import { execFile } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { generate } from "selfsigned"
import { onTestFinished, vi } from "vitest"

import { generateKeyPair } from "../../src/server/Certificate.ts"
import { run, runScript, serve } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const page = readFileSync(new URL("../../../../docs/emulator/tls.md", import.meta.url), "utf8")

const asksHealth = `fetch(process.env.REMOTE_ASSIST_MOCK_URL + "/__mock/health").then((answer) => answer.text()).then(console.log)`

const runProgram = async (program: string, env: NodeJS.ProcessEnv) =>
  (await promisify(execFile)(process.execPath, ["-e", program], { env })).stdout

describe("the command with --tls", () => {
  it("adds the certificate to those that a command of exec trusts", async () => {
    const other = join(temporaryFolder(), "other.pem")
    const { cert } = await Effect.runPromise(generateKeyPair("127.0.0.1"))
    writeFileSync(other, cert)
    const script = `cat "$NODE_EXTRA_CA_CERTS"; '${process.execPath}' -e '${asksHealth}'`
    const { code, out } = await runScript(script, ["--tls"], { ...process.env, NODE_EXTRA_CA_CERTS: other })
    assert.strictEqual(code, 0)
    assert.include(out, cert.trim())
    assert.strictEqual(out.match(/BEGIN CERTIFICATE/g)?.length, 2)
    assert.match(out, /\{"status":"ok","pid":\d+\}\n$/)
  })

  it("prints with --banner json the certificate that clients must trust, and removes it at the end", async () => {
    const { end, prints } = serve(["--port", "0", "--tls", "--banner", "json"])
    const [line] = await prints(/^\{.*\}$/m)
    const { NODE_EXTRA_CA_CERTS: file = "", ...others } = JSON.parse(line)
    const answer = await runProgram(asksHealth, { ...process.env, ...others, NODE_EXTRA_CA_CERTS: file })
    assert.match(answer, /^\{"status":"ok","pid":\d+\}\n$/)
    await end()
    assert.isFalse(existsSync(file))
  })

  it.each([
    ["exec", "--tls", "--", "true"],
    ["--port", "0", "--tls", "--banner", "json"]
  ])("ends with one sentence if it cannot write temporary files: %s", async (...args) => {
    const folder = join(temporaryFolder(), "absent")
    // Node reads the variable of the real process
    vi.stubEnv("TMPDIR", folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, err } = await run(args)
    assert.deepStrictEqual(
      [code, err],
      [
        1,
        `Cannot write the certificate to ${folder}, the folder of temporary files (TMPDIR): its folder does not exist. Create it.\n`
      ]
    )
  })

  it("writes the documented certificate, prints a working curl command, and env finds both", async () => {
    const folder = temporaryFolder()
    const [file, copy, other] = [join(folder, "emulator.pem"), join(folder, "again.pem"), join(folder, "other.pem")]
    const { cert, private: key } = await generate([{ name: "commonName", value: "of a company" }])
    writeFileSync(other, `${key}\n${cert}`)
    assert.match(page, /--tls --tls-cert-out emulator\.pem\ncurl -s --cacert emulator\.pem https:/)
    vi.stubEnv("NODE_EXTRA_CA_CERTS", other)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { prints } = serve(["--port", "0", "--tls", "--tls-cert-out", file])
    const [, named, port = ""] = await prints(/^ +curl -s --cacert '(\S+)' https:\/\/127\.0\.0\.1:(\d+)/m)
    assert.strictEqual(named, file)
    const writes = ["env", "--port", port, "--tls-cert-out", copy]
    await run(writes)
    assert.strictEqual(readFileSync(copy, "utf8"), readFileSync(file, "utf8"))
    const earlier = await Effect.runPromise(generateKeyPair("127.0.0.1"))
    writeFileSync(copy, `${earlier.cert}\n${cert}`)
    vi.stubEnv("NODE_EXTRA_CA_CERTS", copy)
    const env = await run(writes)
    assert.include(env.out, `export REMOTE_ASSIST_US_URL='https://127.0.0.1:${port}/us'`)
    assert.include(env.out, `export NODE_EXTRA_CA_CERTS='${copy}'`)
    assert.strictEqual(readFileSync(copy, "utf8"), readFileSync(file, "utf8"))
    assert.match(readFileSync(file, "utf8"), /^(-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n){2}$/)
    assert.include(readFileSync(file, "utf8"), cert.trim())
    const unset = await run(["doctor", "--port", port])
    const trust = `Run eval "$(pnpm --silent mock env --port ${port} --tls-cert-out emulator.pem)".`
    assert.include(unset.out, `The settings of clients are not set. ${trust}`)
    const doctor = await run(["doctor"], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: `https://127.0.0.1:${port}/us` }
    })
    assert.include(unset.out, `ok    An emulator runs at https://127.0.0.1:${port}.`)
    assert.include(doctor.out, `/us, but do not trust the certificate of the emulator. ${trust}`)
    const plain = await run(["doctor", "--port", port], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: `http://127.0.0.1:${port}/us` }
    })
    assert.include(plain.out, `/us, but the emulator uses HTTPS. ${trust}`)
  })

  it("env keeps the trust in an emulator that still runs when another one restarts", async () => {
    const [one, two] = [join(temporaryFolder(), "one.pem"), join(temporaryFolder(), "two.pem")]
    const started = async () => {
      const { prints } = serve(["--port", "0", "--tls"])
      return String((await prints(/US +https:\S+:(\d+)\/us\n/))[1])
    }
    vi.stubEnv("NODE_EXTRA_CA_CERTS", "")
    onTestFinished(() => void vi.unstubAllEnvs())
    const trust = async (port: string, file: string) => {
      await run(["env", "--port", port, "--tls-cert-out", file])
      vi.stubEnv("NODE_EXTRA_CA_CERTS", file)
    }
    await trust(await started(), one)
    await trust(await started(), two)
    const replaced = readFileSync(two, "utf8")
    const running = readFileSync(one, "utf8").trim()
    await trust(await started(), two)
    const written = readFileSync(two, "utf8")
    assert.match(written, /^(-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n){2}$/)
    assert.isTrue(written.trimEnd().endsWith(running))
    assert.notStrictEqual(written, replaced)
  })

  it("is trusted by a Node program as the page shows", async () => {
    const [, program = ""] = /```ts\n(.*?)```/s.exec(page) ?? []
    const args = ["--input-type=module-typescript", "-e", `${program}\nconsole.log(await health.text())`]
    const cwd = fileURLToPath(new URL("../..", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
    assert.match(stdout, /^\{"status":"ok","pid":\d+\}\n$/)
  })

  it("prints in one sentence what is wrong with a file", async () => {
    const folder = temporaryFolder()
    const file = (name: string) => join(folder, name)
    const [cert, key, both, none] = [file("cert.pem"), file("key.pem"), file("both.pem"), file("none.pem")]
    const [one, other] = [
      await Effect.runPromise(generateKeyPair("::")),
      await Effect.runPromise(generateKeyPair("::"))
    ]
    writeFileSync(cert, one.cert)
    writeFileSync(key, other.key)
    writeFileSync(both, `${one.cert}\n${one.key}`)
    const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, says: string]> = [
      [["--tls-cert", cert], "The flag --tls-cert needs --tls-key. Add it, or remove --tls-cert."],
      [["--tls-key", key], "The flag --tls-key needs --tls-cert. Add it, or remove --tls-key."],
      [["--tls-cert", none, "--tls-key", key], `Cannot use ${none} as --tls-cert: it does not exist. Check the path.`],
      [["--tls-cert", cert, "--tls-key", key], "the key does not belong to the certificate."],
      [["--tls-cert-out", both], `Cannot write the certificate to ${both}: it has other content.`],
      [["--tls-cert-out", key], `Cannot write the certificate to ${key}: it has other content.`],
      [["--tls-cert-out", "/dev/full"], "certificate to /dev/full: it is not a regular file. Use another path."],
      [["--tls-cert-out", folder], `Cannot write the certificate to ${folder}: it is a folder. Use a file in it.`],
      [
        ["--tls-cert-out", join(none, "where.pem")],
        `Cannot write the certificate to ${none}/where.pem: its folder does not exist. Create it.`
      ]
    ]
    for (const [args, says] of wrong) {
      const { code, err } = await run(["--port", "0", ...args])
      assert.strictEqual(code, 1, says)
      assert.include(err, says)
      assert.notInclude(err, other.key.slice(40, 60))
    }
    assert.strictEqual(readFileSync(key, "utf8"), other.key)
  })
})
