import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { generated } from "../../src/server/Certificate.ts"
import { run, runProcess, start, until } from "../support/command.ts"

const folder = () => mkdtempSync(join(tmpdir(), "tls-"))

const page = readFileSync(new URL("../../../../docs/emulator/tls.md", import.meta.url), "utf8")

const asksHealth = `fetch(process.env.REMOTE_ASSIST_MOCK_URL + "/__mock/health").then((answer) => answer.text()).then(console.log)`

const ask = (env: Readonly<Record<string, string>> = {}) =>
  runProcess(["exec", "--tls", "--", process.execPath, "-e", asksHealth], { env: { ...process.env, ...env } })

describe("the command with --tls", { timeout: 60_000 }, () => {
  it("has what exec runs trust the emulator, beside what it trusts already", async () => {
    const other = join(folder(), "other.pem")
    const { cert } = await Effect.runPromise(generated("127.0.0.1"))
    writeFileSync(other, cert)
    const shown = `console.log(require("node:fs").readFileSync(process.env.NODE_EXTRA_CA_CERTS, "utf8"))`
    const [answered, trusted] = await Promise.all([
      ask(),
      runProcess(["exec", "--tls", "--", process.execPath, "-e", shown], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: other }
      })
    ])
    assert.deepStrictEqual([answered.code, answered.out], [0, '{"status":"ok"}\n'])
    assert.include(trusted.out, cert.trim())
    assert.strictEqual(trusted.out.match(/BEGIN CERTIFICATE/g)?.length, 2)
  })

  it("writes the certificate that the page says to trust, prints what works as it stands, and env finds it", async () => {
    const cwd = folder()
    assert.match(page, /--tls --tls-cert-out emulator\.pem\ncurl -s --cacert emulator\.pem https:/)
    const child = start(["--port", "0", "--tls", "--tls-cert-out", "emulator.pem"], { cwd })
    const printed = await until(child.stdout, /^ +curl .*\n/m)
    const [line = ""] = /curl -s.*$/m.exec(printed) ?? []
    assert.match(line, /^curl -s --cacert 'emulator\.pem' https:/)
    const [, port = ""] = /https:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
    const env = await runProcess(["env", "--port", port, "--tls-cert-out", "again.pem"], { cwd })
    assert.include(env.out, `export REMOTE_ASSIST_US_URL='https://127.0.0.1:${port}/us'`)
    assert.match(env.out, /export NODE_EXTRA_CA_CERTS='\/.*again\.pem'/)
    const [written, again] = ["emulator.pem", "again.pem"].map((name) => readFileSync(join(cwd, name), "utf8").trim())
    assert.strictEqual(again, written)
    const doctor = await run(["doctor", "--port", port], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: `https://127.0.0.1:${port}/us` }
    })
    assert.include(doctor.out, `ok    An emulator runs at https://127.0.0.1:${port}.`)
    assert.match(doctor.out, /FAIL {2}Clients started here use the emulator at .* and do not trust its certificate\./)
  })

  it("is trusted by a program on node as the page says", async () => {
    const [, program = ""] = /```ts\n(.*?)```/s.exec(page) ?? []
    const args = ["--input-type=module-typescript", "-e", `${program}\nconsole.log(await health.text())`]
    const cwd = fileURLToPath(new URL("../..", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
    assert.strictEqual(stdout, '{"status":"ok"}\n')
  })

  it("says in one sentence what is wrong with files", async () => {
    const cwd = folder()
    const [one, other] = [await Effect.runPromise(generated("::")), await Effect.runPromise(generated("::"))]
    writeFileSync(join(cwd, "cert.pem"), one.cert)
    writeFileSync(join(cwd, "key.pem"), other.key)
    const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, says: string]> = [
      [["--tls-cert", "cert.pem"], "Cannot use cert.pem as --tls-cert: --tls-key is not given."],
      [["--tls-key", "key.pem"], "Cannot use key.pem as --tls-key: --tls-cert is not given."],
      [
        ["--tls-cert", "none.pem", "--tls-key", "key.pem"],
        "Cannot use none.pem as --tls-cert: it cannot be read (NotFound)."
      ],
      [["--tls-cert", "cert.pem", "--tls-key", "key.pem"], "the key is not that of the certificate."],
      [["--tls-cert-out", "key.pem"], "Cannot write the certificate to key.pem: there is something else in it."],
      [["--tls-cert-out", "."], "Cannot write the certificate to .: it is a folder. Name a file in it."],
      [["--tls-cert-out", "no/where.pem"], "Cannot write the certificate to no/where.pem: NotFound."]
    ]
    const ends = await Promise.all(wrong.map(([args]) => runProcess(["--port", "0", ...args], { cwd })))
    for (const [index, { code, err }] of ends.entries()) {
      const [, says = ""] = wrong[index] ?? []
      assert.strictEqual(code, 1, says)
      assert.include(err, says)
      assert.notInclude(err, other.key.slice(40, 60))
    }
    assert.strictEqual(readFileSync(join(cwd, "key.pem"), "utf8"), other.key)
  })
})
