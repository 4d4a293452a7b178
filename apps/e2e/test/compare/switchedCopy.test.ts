import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { DriftReport } from "../../src/explain/DriftReport.ts"
import { emulatorProcess, watched } from "../support/emulatorProcess.ts"
import { program, temporaryFolder } from "../support/program.ts"

const switched = {
  "auth.guest-permissions": "view_account,join_call",
  "calls.time-units": "text",
  "errors.codes": '{"credentials":4711,"notFound":4712}',
  "on-call.answer": "done",
  "page.default-size": "7",
  "page.no-entries": "0",
  "pat.life": "3600",
  "refresh.reuse": "once",
  "token.life": "86400",
  "users.token": "present"
}

/** The codes of errors that stay as they are. */
const otherCodes = {
  token: 1002,
  inactive: 1004,
  unconfirmed: 1005,
  apiKey: 1006,
  permission: 1007,
  badInput: 1009,
  duplicate: 1010,
  internal: 1099
}

const scenarios = [
  "auth/a-refresh-token-is-used-twice",
  "auth/refuses-a-wrong-password",
  "calls/annotation-changes-only-what-is-given",
  "on-call/favorite-is-marked-and-unmarked",
  "on-call/unknown-group-is-not-found",
  "tokens/a-guest-inspects-their-own-token",
  "tokens/a-personal-access-token-outlives-a-week",
  "users/totals-count",
  "users/filter-finds",
  "users/list-comes-in-pages"
]

const reportIn = (folder: string) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.toCodecJson(DriftReport)))(
    readFileSync(join(folder, "drift.json"), "utf8")
  )

describe("compare of the emulator with a copy in another process", () => {
  it("names exactly the ten gaps that were switched in the copy, of whose control plane it reads nothing", async () => {
    const flags = Object.entries(switched).flatMap(([id, choice]) => ["--gap", `${id}=${choice}`])
    const { controlled, origin } = await watched(await emulatorProcess(...flags))
    const folder = temporaryFolder()
    const files = ["--json", "drift.json", "--markdown", "drift.md"]
    const { code, stderr, stdout } = await program(["compare", "in-process", origin, ...scenarios, ...files], folder)
    assert.strictEqual(code, 4, stderr)
    const { drift, explanation, not_compared, unsteady } = reportIn(folder)
    const proposals = explanation?.proposals ?? []
    assert.deepStrictEqual(
      proposals.map(({ gap }) => gap),
      Object.keys(switched)
    )
    assert.deepStrictEqual([explanation?.unexplained, unsteady, not_compared], [[], [], []])
    assert.isTrue(drift.every(({ explained_by }) => explained_by.length > 0))
    const exact = proposals.filter(({ approximate }) => !approximate)
    assert.deepStrictEqual(Object.fromEntries(exact.map(({ choice, gap }) => [gap, choice])), {
      "auth.guest-permissions": ["view_account", "join_call"],
      "calls.time-units": "text",
      "errors.codes": { ...otherCodes, credentials: 4711, notFound: 4712 },
      "on-call.answer": "done",
      "page.default-size": 7,
      "page.no-entries": 0,
      "refresh.reuse": "once",
      "token.life": 86_400,
      "users.token": "present"
    })
    // a life of a week shows only that one of an hour has ended by then
    assert.deepStrictEqual(
      proposals.filter(({ approximate }) => approximate).map(({ gap }) => gap),
      ["pat.life"]
    )
    assert.match(stdout, /page\.no-entries=0 explains \d+ differences? in \d+ scenarios?/)
    assert.deepStrictEqual([...new Set(controlled)].toSorted(), [
      "DELETE /__mock/tenants/:tenant",
      "POST /__mock/clock"
    ])
    assert.match(readFileSync(join(folder, "drift.md"), "utf8"), /--gap page\.no-entries=0/)
    assert.notMatch(`${stdout}${readFileSync(join(folder, "drift.json"), "utf8")}`, /eyJ|correct-horse|demo-api-key/)
  }, 300_000)

  it("reports nothing of one in which none was switched", async () => {
    const folder = temporaryFolder()
    const { code, stdout } = await program(
      ["compare", "in-process", await emulatorProcess(), "auth", "--json", "drift.json"],
      folder
    )
    assert.strictEqual(code, 0, stdout)
    const { compared, drift, unsteady } = reportIn(folder)
    assert.deepStrictEqual([drift, unsteady], [[], []])
    assert.isAbove(compared.length, 10)
  }, 120_000)
})
