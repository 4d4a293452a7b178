import { readdirSync } from "node:fs"
import { join } from "node:path"

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { reporters } from "../../src/reporters/reporters.ts"
import type { Listener } from "../../src/runner/Event.ts"
import { folderOf, imports, ran } from "../support/reported.ts"
import { running } from "../support/running.ts"
import { unpacked } from "../support/unpacked.ts"

// each scenario writes what it must keep secret to its folder, so that the test knows it too
const planting = `${imports}
import { appendFileSync } from "node:fs"
import { Region } from "@remote-assist/core/Region"
import { confirmedAccount, createdPersonalAccessToken, apiKeyHeader, withOwnClient } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"
const plant = (...secrets) => { appendFileSync("secrets.txt", secrets.map((secret) => (Redacted.isRedacted(secret) ? Redacted.value(secret) : secret) + "\\n").join("")); return secrets.map((secret) => Redacted.isRedacted(secret) ? Redacted.value(secret) : secret) }
const leak = (secrets) => step("with " + secrets.join(" and "), Effect.fail(new Error(secrets.join("\\n") + JSON.stringify(JSON.stringify(secrets)))))
const compare = (secrets) => Expect.equal("secrets " + secrets.join(), { seen: secrets }, { wanted: secrets.map((secret) => secret + "!") })
`

const files = folderOf({
  "leaks/known.ts": `${planting}
export default scenario(Effect.gen(function* () {
  const { administrator, colleague, personalAccessToken } = yield* Target
  const { apiKey } = yield* Region
  const secrets = plant(administrator.password, colleague.password, personalAccessToken, apiKey)
  yield* administratorLogsIn
  yield* leak(secrets)
}))`,
  "leaks/compared.ts": `${planting}
export default scenario(Effect.gen(function* () {
  const { administrator } = yield* Target
  const { apiKey } = yield* Region
  yield* compare(plant(administrator.password, apiKey))
}))`,
  "leaks/token.ts": `${planting}
export default scenario(Effect.gen(function* () {
  const { administrator } = yield* Target
  const headers = yield* apiKeyHeader
  const { body } = yield* asked({ method: "POST", path: "/v1/auth", headers, body: { email: administrator.email, password: Redacted.value(administrator.password) } })
  yield* leak(plant(body.token, body.refresh))
}))`,
  "leaks/created-token.ts": `${planting}
export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  const { token } = yield* createdPersonalAccessToken
  const program = (yield* Session).logInWithToken(token)
  yield* withOwnClient(program)
  yield* leak(plant(token))
}))`,
  "leaks/mailed.ts": `${planting}
import { registeredAccount } from "@remote-assist/e2e"
export default scenario(Effect.gen(function* () {
  const { mails } = yield* Target
  const { email, password } = yield* registeredAccount()
  const [mail] = yield* mails(email)
  plant(mail.token, password)
  yield* Effect.fail(new Error("not confirmed"))
}))`,
  "leaks/partner.ts": `${planting}
export default scenario(Effect.gen(function* () {
  const partner = "canary-partner-key/with+odd=characters"
  yield* asked({ method: "POST", path: "/v1/partner/accounts", headers: { ...(yield* apiKeyHeader), "x-partner-api-key": partner }, body: { password: "canary \\"password\\" & <more>" } })
  yield* asked({ method: "GET", path: "/v1/confirm?confirmation_token=canary%20confirmation%2Ftoken", headers: { authorization: "Bearer canary-bearer-token" } })
  yield* leak(plant(partner, "canary \\"password\\" & <more>", "canary confirmation/token", "canary-bearer-token"))
}))`
})

let told: Awaited<ReturnType<typeof ran>>

beforeAll(async () => {
  const toFiles = Object.keys(reporters).flatMap((name) => ["-r", `${name}=out/${name}`])
  told = await ran(["./leaks", "--retries", "1", ...toFiles], files.folder)
}, 120_000)

afterAll(files.remove)

const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  Buffer.from(secret).toString("base64"),
  secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
]

describe("secrets", () => {
  it.effect("are not in what a terminal shows of a step that is under way", () =>
    Effect.gen(function* () {
      const titles: Array<string> = []
      const leaks = Effect.gen(function* () {
        const { administrator } = yield* Target
        yield* step(`with ${Redacted.value(administrator.password)}`, Effect.void)
      })
      const tell: Listener = (event) => {
        if (event._tag === "StepStarted" || event._tag === "StepEnded") titles.push(event.step.title)
      }
      yield* running({ leaks: scenario(leaks) }, { tell })
      assert.deepStrictEqual(titles, ["with <redacted>", "with <redacted>"])
    })
  )

  it("are planted, and every scenario that has them fails with them", () => {
    assert.strictEqual(told.code, 1)
    assert.match(told.out, /0 passed, 6 failed/)
    assert.notMatch(told.out, /TypeError|ReferenceError|is not a function/)
    assert.isAtLeast(new Set(files.read("secrets.txt").trimEnd().split("\n")).size, 12)
    assert.include(told.out, "<redacted>")
  })

  it.each([...Object.keys(reporters), "standard output", "standard error", "last run"])("are not in %s", (where) => {
    const texts: Readonly<Record<string, () => string>> = {
      html: () => unpacked(files.read("out/html")),
      "standard output": () => told.out,
      "standard error": () => told.err,
      "last run": () =>
        readdirSync(join(files.folder, ".remote-assist-e2e"))
          .map((name) => files.read(join(".remote-assist-e2e", name)))
          .join("\n")
    }
    const text = (texts[where] ?? (() => files.read(`out/${where}`)))()
    const secrets = new Set(files.read("secrets.txt").trimEnd().split("\n"))
    const found = [...secrets].filter((secret) => formsOf(secret).some((form) => text.includes(form)))
    assert.deepStrictEqual(found, [])
  })
})
