import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { DriftReport } from "../../src/compare/report.ts"
import { emulatorProcess, watched } from "../support/emulatorProcess.ts"
import { program, temporaryFolder } from "../support/program.ts"

/** What is chosen at each gap in the copy, and where that shows. */
const switched = {
  "auth.guest-permissions": ["view_account,join_call", "Tokens.info $.permissions: length"],
  "calls.time-units": ["text", "Calls.list $[*].timeCallStarted: form"],
  "errors.codes": ['{"credentials":4711,"notFound":4712}', "Auth.logIn $.code: value"],
  "on-call.answer": ["done", "OnCallGroups.favorite $: value"],
  "page.default-size": ["7", "EnterpriseUsers.list $.page_size: value"],
  "page.no-entries": ["0", "EnterpriseUsers.list $.total_pages: value"],
  "pat.life": ["3600", "Auth.personalAccessToken : status"],
  "refresh.reuse": ["once", "Auth.refresh : status"],
  "token.life": ["86400", "Tokens.info $.expires_at: time"],
  "users.token": ["present", "EnterpriseUsers.list $.entries[*].token: added"]
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
  it("shows each of the ten gaps that were switched in the copy, of whose control plane it reads nothing", async () => {
    const flags = Object.entries(switched).flatMap(([id, [choice]]) => ["--gap", `${id}=${choice}`])
    const { controlled, origin } = await watched(await emulatorProcess(...flags))
    const folder = temporaryFolder()
    const { code, stderr, stdout } = await program(
      ["compare", "in-process", origin, ...scenarios, "--json", "drift.json"],
      folder
    )
    assert.strictEqual(code, 4, stderr)
    const { drift, not_compared, unsteady } = reportIn(folder)
    const places = drift.map(({ kind, operation, path }) => `${operation} ${path}: ${kind}`)
    assert.includeMembers(
      places,
      Object.values(switched).map(([, place]) => place)
    )
    assert.deepStrictEqual([unsteady, not_compared], [[], []])
    assert.deepStrictEqual([...new Set(controlled)].toSorted(), [
      "DELETE /__mock/tenants/:tenant",
      "POST /__mock/clock"
    ])
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
