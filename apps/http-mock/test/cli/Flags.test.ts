import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Cli from "@remote-assist/cli"
import * as Effect from "effect/Effect"
import * as TestConsole from "effect/testing/TestConsole"

import { command } from "../../src/cli/command.ts"
import { run } from "../support/command.ts"

/** The one line on standard error for invalid arguments. */
const errorOf = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* Effect.flip(Cli.program(command, "0.0.0", args))
    assert.deepStrictEqual(yield* TestConsole.logLines, [])
    const text = (yield* TestConsole.errorLines).join("\n")
    assert.strictEqual(text.trim().split("\n").length, 1, text)
    return text
  }).pipe(Effect.provide(TestConsole.layer))

/** A temporary folder, removed when the test ends. */
const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "flags-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const privateKey = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"

describe("the message about a wrong flag is one sentence", () => {
  it.effect.each([
    [["--prot", "1"], "--prot"],
    [["--port", "x"], "--port"],
    [["--port", "65536"], "65535"],
    [["--port", "1", "--port", "2"], "The flag --port is given 2 times. Give it once. See"],
    [["env", "--port", "0"], 'flag --port: "0". Expected: a port from 1 to 65535.'],
    [["env", "--port", "99999"], "Expected: a port from 1 to 65535."],
    [["--seed", "users=3"], "users=3"],
    [["--seed", "users=many"], "users=1000,calls=20000"],
    [["--seed", "users=10,shape=workday"], "Expected: users=N with N from"],
    [["--seed", "calls=2"], "calls=N"],
    [["--seed", "users=5,users=6"], "users=5"],
    [["--seed", "pods=5"], "calls=N"],
    [["--seed", "."], "Cannot use . as --seed: it is a folder. Use a file in it."],
    [["--seed", "node_modules"], "Cannot use node_modules as --seed: it is a folder. Use a file in it."],
    [["--seed", tmpdir()], `Cannot use ${tmpdir()} as --seed: it is a folder. Use a file in it.`],
    [["--seed", `${process.execPath}/a.json`], "as --seed: a part of its path is a file. Check the path."],
    [["--seed", "absent.json"], "absent.json as --seed: it does not exist"],
    [["--port", "0", "--state", "absent/state.json"], "absent/state.json as a state file: it cannot be written"],
    [["--port", "0", "--state", ""], "the path of a file"],
    [["--token-life", "5000"], "Expected: a duration from 1 second to 36500 days, such as '10 seconds'. See"],
    [["--frozen-at", "noon"], "2026-01-01T12:00:00Z"],
    [["--frozen-at", "2026-02-30T12:00:00Z"], "2026-01-01T12:00:00Z"],
    [["--frozen-at", "1 January 2026"], "2026-01-01T12:00:00Z"],
    [["--api-key-header", "a b"], "--api-key-header"],
    [["--upstream", "https://service.example"], "us=<URL> or eu=<URL>"],
    [["--upstream", "us=service.example"], "Expected: an http or https address"],
    [["--upstream", "us=ftp://service.example"], "Expected: an http or https address"],
    [["--upstream", "us=https://a:hunter2@service.example"], "flag --upstream. Expected: an http or https address"],
    [["--upstream", "us=https://a.example", "--upstream", "us=https://b.example"], "one address for each region"],
    [["--upstream-operations", "Call.list"], "the nearest is Calls.list"],
    [["--upstream-operations", "Pod.*"], "the nearest is Pods.*"],
    [["--upstream-timeout", "2 hours"], "from 1 millisecond to 1 hour"],
    [["--api-key-header", "Host"], "that HTTP does not reserve"],
    [["--token-life", "-5 seconds"], "Write a value that starts with - as in --token-life=<value>."],
    [
      ["exec", "--token-life", "-1 hour", "--", "false"],
      "Write a value that starts with - as in --token-life=<value>."
    ],
    [["--token-life", "-5 v"], "Write a value that starts with - as in --token-life=<value>."],
    [["--cors", "http://*.example"], "without paths and wildcards"],
    [["--cors", "off,http://localhost:5173"], "Expected: off, *"],
    [["--cors", "http://localhost:5173/app"], "without paths"],
    [["--cors", ""], "off, *"],
    [["--cors", "foo"], "Expected: off, *, or origins such as"],
    [["--host", "256.0.0.1"], "256.0.0.1"],
    [["--control-token", "a\nb"], "does not fit in a header. Use 1 to 8192 printable ASCII characters"],
    [["--host", ""], "a host name or an address"],
    [["--site-id", "0"], "a whole number between 1 and 9,007,199,254,740,991"],
    [["--issuer", ""], "a non-empty text"],
    [["--audience", " "], "a non-empty text"],
    [["--control-token", ""], "is empty. Set it, or remove both"],
    [["--host", "0.0.0.0", "--control-token", " \t"], "--control-token"],
    [["exec", "--control-token", "", "--", "true"], "is empty"],
    [["--gap", "refresh.reuze=once"], "refresh.reuse"],
    [["--gap", "page.maximum-size=50", "--gap", "refresh.reuse=twice"], "grace, once or always"],
    [["--gap", "users.fields=some"], "30 fields"],
    [
      ["--gap", "refresh.reuse=once", "--gap", "refresh.reuse=always"],
      "Invalid value for flag --gap. Expected: one choice for each gap."
    ],
    [
      ["--upstream", "us=http://a", "--upstream", "us=http://b"],
      "Invalid value for flag --upstream. Expected: one address for each region."
    ],
    [
      ["--rate-limit", "0/minute"],
      'flag --rate-limit: "0/minute". Expected: a value between 1 and 1000000, as requests.'
    ],
    [["--rate-limit", "2/minute for Nope"], "Expected: an operation, which Nope is not. GET /__mock/openapi.json"],
    [["--rate-limit", "2/minute for Auth.logIn9"], "an operation, which Auth.logIn9 is not. The nearest is Auth.logIn"],
    [["--mail-to", "bad"], "also in REMOTE_ASSIST_MOCK_MAIL_TO."],
    [["--partner-key", "absent.pem"], "absent.pem"],
    [["env", "--tenant", "a b"], 'flag --tenant: "a b". Expected: a name of a tenant: 1 to 64 letters'],
    [["--port", "0", "--upstream-timeout", "5 seconds"], "--upstream-timeout needs --upstream. Add"],
    [["--port", "0", "--upstream-operations", "*"], "--upstream-operations needs --upstream. Add"],
    [["--mail-webhook-secret", "hunter2"], "whsec_ and 24 to 64 bytes as Base64"],
    [["--mail-webhook-secret", `whsec_${"A".repeat(32)}`], "--mail-webhook-secret needs --mail-webhook. Add"],
    [["--upstream-operations", "Calls.lst"], '"Calls.lst". Expected: operations such as Calls.list, groups'],
    [["--faults", "101%"], "Cannot use 101% as --faults: "],
    [["--faults", ""], "Missing value for flag --faults. Expected: the path of a file."],
    [["--site-id", "7"], "The flag --site-id needs --partner-key. Add it, or remove --site-id."],
    [["--log", "xml"], 'Invalid value for flag --log: "xml". Expected: "json" or "pretty".'],
    [["strat"], "start"]
  ] as const)("%s", ([args, says]) =>
    Effect.gen(function* () {
      assert.include(yield* errorOf(...args), says)
    })
  )

  it.effect.each([
    [["--seed"], "as --seed: users[1].email: "],
    [["--port", "0", "--state"], "as a state file: it is not a state"]
  ] as const)("for a file that %s cannot use", ([args, says]) =>
    Effect.gen(function* () {
      const file = join(yield* folder, "world.json")
      const world = {
        users: [
          { name: "A", email: "a@x.example" },
          { name: "B", email: 7 }
        ]
      }
      yield* Effect.promise(() => writeFile(file, JSON.stringify(world)))
      assert.include(yield* errorOf(...args, file), `Cannot use ${file} ${says}`)
    })
  )

  it("for a secret of the environment, and names its variable", async () => {
    const variable = "REMOTE_ASSIST_MOCK_MAIL_WEBHOOK_SECRET"
    const { code, err } = await run(["--port", "0"], { env: { [variable]: `whsec_${"A".repeat(32)}` } })
    assert.strictEqual(code, 1)
    assert.strictEqual(err, `The variable ${variable} needs --mail-webhook. Add it, or remove ${variable}.\n`)
  })

  it.effect("for a private key, without its content", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "key.pem")
      yield* Effect.promise(() => writeFile(file, privateKey))
      const text = yield* errorOf("--partner-key", file)
      assert.include(text, "private key")
      assert.notInclude(text, "MIIE")
    })
  )
})
