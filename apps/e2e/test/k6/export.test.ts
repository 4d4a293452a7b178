import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it, layer } from "@effect/vitest"
import { Target, administratorLogsIn, loggedInAs, scenario, step } from "@remote-assist/e2e"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { parseSync } from "oxc-parser"

import { scriptOf } from "../../src/k6/script.ts"
import { record } from "../../src/k6/values.ts"
import { discover, builtInFolder as scenarios } from "../../src/runner/discovery.ts"
import { commandLine } from "../support/commandLine.ts"
import { ownFolder } from "../support/folder.ts"

const standIn = fileURLToPath(new URL("../support/k6StandIn.mjs", import.meta.url))

const Run = Schema.fromJsonString(
  Schema.Struct({
    checks: Schema.Array(Schema.Struct({ name: Schema.String, passed: Schema.Boolean })),
    requests: Schema.Array(Schema.Struct({ name: Schema.String, status: Schema.Int, isExpected: Schema.Boolean })),
    errors: Schema.Array(Schema.String)
  })
)

const all = await Effect.runPromise(discover([scenarios]))

/** Every ninth scenario that only sends requests, as each script needs a process, and one that sends an address in capitals. */
const plain = all
  .filter(({ scenario: { destructive, needs } }) => !destructive && needs.every((need) => need === "world"))
  .filter(({ name }, index) => index % 9 === 0 || name === "users/e-mail-address-is-unique")

/** The example of the documentation. */
const example = "users/administrator-is-provisioned"

const command = `pnpm e2e export k6 ${example}`

const options = {
  command,
  rate: 1,
  duration: "30s",
  thresholds: [{ metric: "checks", condition: "rate>=1" }],
  omitted: []
}

const env = ({ demo, baseUrl }: Awaited<ReturnType<Emulator["Service"]["tenant"]>>) => ({
  BASE_URL: baseUrl.us,
  BASE_URL_EU: baseUrl.eu,
  REMOTE_ASSIST_API_KEY: demo.apiKey,
  REMOTE_ASSIST_EMAIL: demo.email,
  REMOTE_ASSIST_PASSWORD: demo.password,
  REMOTE_ASSIST_COLLEAGUE_EMAIL: "linus@example.com",
  REMOTE_ASSIST_COLLEAGUE_PASSWORD: demo.password,
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: demo.personalAccessToken,
  REMOTE_ASSIST_INVITE_URL: demo.inviteUrl,
  REMOTE_ASSIST_ALIAS_REFRESH_TOKEN: demo.aliasRefreshToken,
  REMOTE_ASSIST_CONFIRMATION_TOKEN: demo.confirmationToken,
  REMOTE_ASSIST_NEW_EMAIL_TOKEN: demo.newEmailToken
})

/** Runs a script with a stand-in of k6. */
const run = (file: string, settings: Record<string, string>, iterations: number) =>
  Effect.promise(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [standIn, file, String(iterations)], {
      env: settings
    })
    return Schema.decodeUnknownSync(Run)(stdout)
  })

describe("remote-assist-e2e export k6", { timeout: 60_000 }, () => {
  it.live("ends the record of a scenario after its time limit", () =>
    Effect.gen(function* () {
      const folder = ownFolder({
        "waits.ts": `import { scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
export default scenario(Effect.never, { timeout: 1 })`
      })
      const { code, err } = yield* commandLine("export", "k6", join(folder, "waits.ts"))
      assert.match(err, /^waits cannot be recorded because it fails on an emulator: it did not end within 0\.001 s /)
      assert.strictEqual(code, 2)
    })
  )

  layer(Emulator.layerServer({ port: 0 }))((it) => {
    it.effect.each(plain)("writes a script of $name that sends the same requests to another emulator", (found) =>
      Effect.gen(function* () {
        const recorded = yield* record(found, 1)
        const { settings, source } = scriptOf(recorded, options)
        assert.deepStrictEqual(parseSync("script.js", source).errors, [])
        for (const secret of [...Object.values(recorded.settings), "correct-horse", "eyJ"])
          assert.notInclude(source, secret)
        const tenant = (yield* Emulator).tenant(found.name.replaceAll("/", "-"))
        const known = env(tenant)
        assert.includeMembers(Object.keys(known), [...settings])
        const file = join(ownFolder(), "script.js")
        writeFileSync(file, source)
        const iterations = 2
        const { checks, errors, requests } = yield* run(file, known, iterations)
        assert.deepStrictEqual(errors, [])
        assert.deepStrictEqual(
          checks.filter(({ passed }) => !passed),
          []
        )
        assert.deepStrictEqual(
          requests.map(({ name, status }) => `${name} ${status}`),
          Array.from({ length: iterations }, () =>
            recorded.exchanges.map(({ answer, operation }) => `${operation} ${answer?.status}`)
          ).flat()
        )
      })
    )

    it.effect("inserts the id of a user into the token of a contact", () =>
      Effect.gen(function* () {
        const name = "journeys/a-newcomer-is-welcomed-to-their-first-session"
        const recorded = yield* Effect.forEach(
          all.filter((found) => found.name === name),
          (found) => record(found, 1)
        )
        assert.match(recorded.map((one) => scriptOf(one, options).source).join(""), /contact-\{\{id\d+\}\}/)
      })
    )

    it.effect("masks values of the environment in comments", () =>
      Effect.gen(function* () {
        const withSecrets = scenario(
          Effect.gen(function* () {
            const { administrator } = yield* Target
            yield* loggedInAs(administrator, Effect.void)
            yield* step(`who knows ${Redacted.value(administrator.password)}`, administratorLogsIn)
          })
        )
        const { source } = scriptOf(
          yield* record(
            { name: "secrets", file: "secrets.ts", description: "As demo-api-key.", scenario: withSecrets },
            1
          ),
          options
        )
        assert.notMatch(source, /ada@example|correct-horse|demo-api-key/)
        assert.match(source, /\/\/ <redacted> logs in/)
      })
    )

    it.effect.each([
      [example, "Auth.logIn", 2, "token of Auth.logIn"],
      [example, "EnterpriseUsers.list", 1, "entries.0.id of EnterpriseUsers.list"],
      ["users/totals-count-filtered-users", "EnterpriseUsers.provision", 2, "entries.0.id of EnterpriseUsers.list"],
      ["journeys/somebody-leaves-the-company", "Auth.logIn", 2, "token of Auth.logIn"],
      ["journeys/a-leaked-token-is-replaced", "Auth.personalAccessToken", 1, "token of Auth.personalAccessToken"]
    ] as const)("removes the users and tokens of %s after a failure of %s", ([name, operation, nth, field]) =>
      Effect.gen(function* () {
        const found = all.find((one) => one.name === name)
        assert.isDefined(found)
        const { source } = scriptOf(yield* record(found, 1), options)
        assert.notMatch(source, /id%3D\d|\/\d{2,}/)
        const tenant = (yield* Emulator).tenant(`cleans-up-${name.replace("/", "-")}-${nth}`)
        const { faults } = yield* tenant.control
        yield* faults.make({
          payload: { operations: [operation], when: { nth }, does: { kind: "status", status: 500 } }
        })
        const file = join(ownFolder(), "script.js")
        writeFileSync(file, source)
        const { errors, requests } = yield* run(file, env(tenant), 1)
        const count = (id: string) => requests.filter((one) => one.name === id && one.status === 200).length
        assert.deepStrictEqual(errors, [`Error: The answer lacks ${field}.`])
        const created = [count("EnterpriseUsers.provision"), count("PersonalAccessTokens.create")]
        assert.notDeepEqual(created, [0, 0])
        assert.deepStrictEqual([count("EnterpriseUsers.remove"), count("PersonalAccessTokens.remove")], created)
      })
    )

    it.effect("keeps the threshold for checks with others", () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* commandLine(
          "export",
          "k6",
          example,
          "--threshold",
          "iteration_duration=p(95)<200"
        )
        assert.strictEqual(code, 0, err)
        assert.include(
          out.split("\n")[0],
          `written by pnpm e2e export k6 ${example} --rate 1 --duration 30s --threshold 'iteration_duration=p(95)<200' --seed 1`
        )
        assert.match(out, /"iteration_duration": \["p\(95\)<200"\],\n +"checks": \["rate>=1"\]/)
        const other = yield* commandLine("export", "k6", example, "--threshold", "checks=rate>0.999")
        assert.match(other.out, /"checks": \["rate>0\.999"\]\n/)
      })
    )

    it.effect("writes a file that fails if a setting or a field of an answer is missing", () =>
      Effect.gen(function* () {
        const file = join(ownFolder(), "script.js")
        const { code, err, out } = yield* commandLine("export", "k6", example, "-o", file)
        assert.deepStrictEqual([code, out], [0, ""])
        assert.match(err, /It reads BASE_URL, REMOTE_ASSIST_EMAIL, .* from the environment/)
        assert.strictEqual((yield* commandLine("export", "k6", example, "-o", file)).code, 2)
        const missing = yield* Effect.flip(Effect.tryPromise(() => Effect.runPromise(run(file, { BASE_URL: "x" }, 1))))
        assert.match(String(missing.cause), /The setting REMOTE_ASSIST_EMAIL is missing/)
        const settings = env((yield* Emulator).tenant("lacks"))
        const { checks, errors } = yield* run(file, { ...settings, REMOTE_ASSIST_PASSWORD: "wrong" }, 1)
        assert.deepStrictEqual(checks, [{ name: "Auth.logIn answers 200", passed: false }])
        assert.deepStrictEqual(errors, ["Error: The answer lacks token of Auth.logIn."])
      })
    )

    it.effect("says on one line why a scenario cannot be recorded", () =>
      Effect.gen(function* () {
        const folder = ownFolder({
          "unmet.ts": `import { Expect, scenario } from "@remote-assist/e2e"
export default scenario(function* () { yield* Expect.isTrue("it is so", false) })`
        })
        const { code, err } = yield* commandLine("export", "k6", join(folder, "unmet.ts"))
        assert.strictEqual(
          err,
          "unmet cannot be recorded because it fails on an emulator: it is so (expected true, actual false)."
        )
        assert.strictEqual(code, 2)
      })
    )

    it.effect("refuses a scenario that sends the token of an e-mail, or is destructive", () =>
      Effect.gen(function* () {
        const reasons = {
          "registration/changes-an-address-once": "it sends the token of an e-mail, which k6 cannot read",
          "users/deactivation-blocks-log-in": "it changes data that it did not create, which its iterations would share"
        }
        for (const [name, reason] of Object.entries(reasons)) {
          const { code, err, out } = yield* commandLine("export", "k6", name)
          assert.strictEqual(
            err,
            `${name} cannot be exported because ${reason}. Export another scenario, such as ${example}.`
          )
          assert.deepStrictEqual([code, out], [2, ""])
        }
        const { code: sent } = yield* commandLine("export", "k6", "registration/refuses-to-register-twice")
        assert.strictEqual(sent, 0)
      })
    )

    it.effect("prints omissions, and refuses invalid thresholds and files", () =>
      Effect.gen(function* () {
        const of = (...args: ReadonlyArray<string>) =>
          commandLine("export", "k6", "auth/ends-a-guests-session-with-their-token", ...args)
        const clock = yield* of()
        assert.deepStrictEqual([clock.code, parseSync("script.js", clock.out).errors], [0, []])
        assert.match(clock.err, /Omitted from the script: it moves the clock/)
        for (const threshold of ["p95<200", "checks=rate", "checks=p95<1", "=rate>1", "checks=rate>1%"]) {
          const refused = yield* of("--threshold", threshold)
          assert.deepStrictEqual([refused.code, refused.out], [2, ""])
          assert.include(
            refused.err,
            `--threshold ${threshold} is invalid. Give a metric and a condition of k6, such as`
          )
        }
        assert.include((yield* of("--force")).err, "--force needs --output. Add it, or leave --force out.")
        const unknown = yield* of("--threshold", "http_req_duration{name:Auth.logN}=max<1")
        assert.strictEqual(
          unknown.err,
          "--threshold http_req_duration{name:Auth.logN}=max<1 is invalid: there is no operation Auth.logN. Did you mean Auth.logIn?"
        )
        const metric = yield* of("--threshold", "http_req_durations=max<1")
        assert.strictEqual(
          metric.err,
          "--threshold http_req_durations=max<1 is invalid: k6 has no metric http_req_durations. Did you mean http_req_duration?"
        )
        const nowhere = yield* of("-o", "/proc/no/such.js")
        assert.strictEqual(nowhere.code, 2)
        assert.match(nowhere.err, /\/proc\/no\/such\.js cannot be written/)
      })
    )
  })
})
