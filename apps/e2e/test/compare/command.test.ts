import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { DriftReport } from "../../src/compare/report.ts"
import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"
import { proxy, recordingProxy } from "../support/servers.ts"

/** The choices of a copy, and the differences that they cause. */
const switched = [
  ["auth.guest-permissions", ["view_account", "join_call"], "Tokens.info $.permissions: length"],
  ["calls.time-units", "text", "Calls.list $[*].timeCallStarted: form"],
  ["errors.codes", { credentials: 4711, notFound: 4712 }, "Auth.logIn $.code: value"],
  ["on-call.answer", "done", "OnCallGroups.favorite $: value"],
  ["page.default-size", 7, "EnterpriseUsers.list $.page_size: value"],
  ["page.no-entries", 0, "EnterpriseUsers.list $.total_pages: value"],
  ["pat.life", 3600, "Auth.personalAccessToken : status"],
  ["refresh.reuse", "once", "Auth.refresh : status"],
  ["token.life", 86_400, "Tokens.info $.expires_at: time"],
  ["users.token", "present", "EnterpriseUsers.list $.entries[*].token: added"]
] as const

const scenarios = [
  "auth/a-refresh-token-is-used-twice",
  "auth/refuses-a-wrong-password",
  "calls/annotation-changes-only-given-fields",
  "on-call/favorite-is-marked-and-unmarked",
  "on-call/unknown-group-is-not-found",
  "tokens/a-guest-inspects-their-own-token",
  "tokens/a-personal-access-token-outlives-a-week",
  "users/totals-count",
  "users/filter-finds",
  "users/list-comes-in-pages"
]

const reportIn = (file: string) => JSON.parse(readFileSync(file, "utf8")) as DriftReport

describe("remote-assist-e2e compare", { timeout: 60_000 }, () => {
  it.live("reports ten gaps with other choices in a copy, without reading its control plane", () =>
    Effect.gen(function* () {
      const gaps = Object.fromEntries(switched.map(([id, choice]) => [id, choice]))
      const origin = yield* emulator({ gaps })
      const copy = yield* Effect.promise(() => recordingProxy(origin))
      const file = join(ownFolder(), "reports/drift.json")
      const { code, err, out } = yield* commandLine("compare", "in-process", copy.origin, ...scenarios, "--json", file)
      assert.strictEqual(code, 4, err)
      const { drift, not_compared, unsteady } = reportIn(file)
      const places = drift.map(({ kind, operation, path }) => `${operation} ${path}: ${kind}`)
      assert.includeMembers(
        places,
        switched.map(([, , place]) => place)
      )
      assert.deepStrictEqual([unsteady, not_compared], [[], []])
      assert.deepStrictEqual([...new Set(copy.controlled)].toSorted(), [
        "DELETE /__mock/tenants/:tenant",
        "POST /__mock/clock"
      ])
      assert.match(out, /EnterpriseUsers\.list 200 \$\.total_pages: value\n +A: 1\n +B: 0\n/)
      assert.notMatch(`${out}${readFileSync(file, "utf8")}`, /eyJ|correct-horse|demo-api-key/)
    })
  )

  it.live("reports no difference of an equal copy", () =>
    Effect.gen(function* () {
      const { code, out } = yield* commandLine("compare", "in-process", yield* emulator(), "users")
      assert.strictEqual(code, 0, out)
      assert.match(out, /No differences in \d\d+ scenarios \(seed 1\)/)
    })
  )

  it.live("exits with 2 if no selected scenario can be compared", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine(
        "compare",
        "in-process",
        "in-process",
        "on-call/internal-errors-are-500"
      )
      assert.match(out, /^Not compared$/m)
      assert.match(err, /^No scenario was compared\. /m)
      assert.strictEqual(code, 2)
    })
  )

  it.live("reports missing answers as drift", () =>
    Effect.gen(function* () {
      const emulated = yield* emulator()
      const origin = yield* Effect.promise(() => proxy((url) => (url.includes("/pods") ? undefined : emulated)))
      const { code, out } = yield* commandLine("compare", "in-process", origin, "pods", "--seed", "7")
      assert.strictEqual(code, 4, out)
      assert.match(out, /Pods\.list 200: no answer/)
      assert.match(out, /^ +\d+ more follow from it$/m)
    })
  )

  it.live.each<readonly [number, ReadonlyArray<string>, RegExp]>([
    [3, ["http://127.0.0.1:1"], /does not answer/],
    [
      2,
      ["live"],
      /^Settings are missing: REMOTE_ASSIST_REGION, .* Set them in the environment or in a file given with --config\.$/
    ],
    [2, ["live", "--config", "nothing.env"], /nothing\.env/],
    [2, ["nowhere"], /There is no target nowhere/],
    [
      2,
      ["in-process", "--gap-b", "page.no-entries=3"],
      /--gap-b page\.no-entries=3 is invalid\. The choice at page\.no-entries is not valid\. Use 1 or 0\./
    ],
    [2, ["in-process", "--gap-b", "page.noentries=0"], /page\.no-?entries/],
    [2, ["in-process", "--gap-b", "foo"], /^--gap-b foo is invalid\. Give id=choice, such as page\.no-entries=0\.$/],
    [2, ["live", "--gap-b", "page.no-entries=0"], /for emulators/],
    [2, ["in-process", "no/such/scenario"], /no\/such\/scenario matches no scenario/]
  ])("exits with %i if B is %j", ([code, args, message]) =>
    Effect.gen(function* () {
      const file = join(ownFolder(), "drift.json")
      const ended = yield* commandLine("compare", "in-process", ...args, "--json", file)
      assert.match(ended.err, message)
      assert.strictEqual(ended.code, code, ended.err)
      assert.isFalse(existsSync(file))
    })
  )
})
