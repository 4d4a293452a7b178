import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"
import { liveSettings } from "../support/killed.ts"
import { htmlServer } from "../support/servers.ts"

/** Writes settings that use an emulator as a live region. */
const settingsFor = (origin: string, others: Readonly<Record<string, string>> = {}) => {
  const file = join(ownFolder(), "settings.json")
  writeFileSync(file, JSON.stringify({ ...liveSettings(origin), ...others }))
  return ["--target", "live", "--config", file]
}

const sent = <A = unknown>(
  url: string,
  options: { readonly method?: string; readonly body?: unknown; readonly token?: string } = {}
) =>
  Effect.promise(async () => {
    const answer = await fetch(url, {
      method: options.method ?? (options.body === undefined ? "GET" : "POST"),
      headers: {
        "x-service-api-key": "demo-api-key",
        "content-type": "application/json",
        ...(options.token === undefined ? {} : { authorization: options.token })
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) })
    })
    return (await answer.json()) as A
  })

/** What the administrator of an emulator can do. */
const administratorAt = Effect.fnUntraced(function* (origin: string) {
  const base = `${origin}/us/api/v1r1`
  const { token } = yield* sent<{ readonly token: string }>(`${base}/auth`, {
    body: { email: "ada@example.com", password: "correct-horse" }
  })
  const users = `${base}/enterprise/users`
  type Users = { readonly entries: ReadonlyArray<{ readonly id: number; readonly email: string }> }
  const listed = (filter: string) => sent<Users>(`${users}?filter=${encodeURIComponent(filter)}`, { token })
  return {
    provision: (email: string) => sent(users, { token, body: { email, name: "Somebody", send_email: false } }),
    deactivate: (email: string) =>
      Effect.flatMap(listed(`email=${email}`), ({ entries }) =>
        sent(`${users}/${entries[0]?.id}`, { token, method: "PUT", body: { active: false } })
      ),
    ofRuns: Effect.map(listed("email~=e2e-%"), ({ entries }) => entries.map(({ email }) => email))
  }
})

const tenantsOf = (origin: string) =>
  Effect.map(sent<ReadonlyArray<{ readonly name: string }>>(`${origin}/__mock/tenants`), (all) =>
    all.map(({ name }) => name)
  )

describe("gc", () => {
  it.live("says that an address which answers with HTML is not an emulator", () =>
    Effect.gen(function* () {
      const { code, err } = yield* commandLine("gc", "--target", yield* Effect.promise(htmlServer))
      assert.match(
        err,
        /^Nothing was looked up: \S+ is not an emulator, or its control plane is closed\. Give another address, or --target live\.$/
      )
      assert.strictEqual(code, 3)
    })
  )

  it.live("lists the users of runs at a live region, and removes those of one run", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      const { ofRuns, provision } = yield* administratorAt(origin)
      for (const email of ["e2e-aaaaaa-1@example.com", "e2e-aaaaaa-2@example.com", "e2e-bbbbbb-1@example.com"])
        yield* provision(email)
      yield* provision("e2elyn@example.com")
      const live = settingsFor(origin)
      const listed = yield* commandLine("gc", ...live)
      assert.strictEqual(listed.code, 0, listed.err)
      assert.include(
        listed.out,
        "e2e-aaaaaa:\n  user e2e-aaaaaa-1@example.com\n  user e2e-aaaaaa-2@example.com\ne2e-bbbbbb:\n"
      )
      assert.notInclude(listed.out, "e2elyn")
      assert.include(listed.err, "It cannot find personal access tokens, favorites and notes of calls")

      const dry = yield* commandLine("gc", ...live, "--run", "aaaaaa", "--dry-run")
      assert.deepStrictEqual(
        [dry.code, dry.out],
        [0, "would remove: user e2e-aaaaaa-1@example.com\nwould remove: user e2e-aaaaaa-2@example.com"]
      )
      assert.lengthOf(yield* ofRuns, 3)

      const removed = yield* commandLine("gc", ...live, "--run", "e2e-aaaaaa")
      assert.deepStrictEqual([removed.code, removed.err], [0, ""])
      assert.deepStrictEqual(yield* ofRuns, ["e2e-bbbbbb-1@example.com"])
      const again = yield* commandLine("gc", ...live, "--run", "aaaaaa")
      assert.deepStrictEqual([again.code, again.out], [0, "Run aaaaaa has no leftovers at live."])
      assert.strictEqual((yield* commandLine("gc", ...live, "--all")).code, 0)
      assert.deepStrictEqual(yield* ofRuns, [])
    })
  )

  it.live("reports an inactive colleague, whom a killed run may have deactivated", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      yield* (yield* administratorAt(origin)).deactivate("linus@example.com")
      const { code, err, out } = yield* commandLine("gc", ...settingsFor(origin))
      assert.strictEqual(code, 0)
      assert.include(err, "linus@example.com is not active.")
      assert.strictEqual(out, "There are no leftovers at live.")
    })
  )

  it.live("does not need the settings of the colleague", () =>
    Effect.gen(function* () {
      const settings = settingsFor(yield* emulator(), {
        REMOTE_ASSIST_COLLEAGUE_EMAIL: "",
        REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: ""
      })
      const { code, err } = yield* commandLine("gc", ...settings)
      assert.strictEqual(code, 0, err)
    })
  )

  it.live("exits with 6 if a user cannot be removed, prints the reason and removes the others", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      const { ofRuns, provision } = yield* administratorAt(origin)
      yield* provision("e2e-aaaaaa-1@example.com")
      yield* provision("e2e-aaaaaa-2@example.com")
      yield* sent(`${origin}/__mock/faults`, {
        body: { operations: ["EnterpriseUsers.remove"], when: { nth: 1 }, does: { kind: "status", status: 400 } }
      })
      const { code, err, out } = yield* commandLine("gc", ...settingsFor(origin), "--all")
      assert.strictEqual(code, 6)
      assert.match(err, /^not removed: user e2e-aaaaaa-1@example\.com: \S/)
      assert.strictEqual(out, "removed: user e2e-aaaaaa-2@example.com")
      assert.deepStrictEqual(yield* ofRuns, ["e2e-aaaaaa-1@example.com"])
    })
  )

  it.live("says that an address refuses connections", () =>
    Effect.gen(function* () {
      const { code, err } = yield* commandLine("gc", "--target", "http://127.0.0.1:1")
      assert.match(err, /^Nothing was looked up: http:\/\/127\.0\.0\.1:1 does not answer \(.*ECONNREFUSED.*\)\. Start /)
      assert.strictEqual(code, 3)
      const live = yield* commandLine("gc", ...settingsFor("http://127.0.0.1:1"))
      assert.match(live.err, /^Nothing was looked up: the live region does not answer \(.*ECONNREFUSED.*\)\. Check /)
      assert.strictEqual(live.code, 3)
    })
  )

  it.live("drops the tenants of a run at an emulator", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      for (const tenant of ["e2e-aaaaaa-0-1-1", "e2e-bbbbbb-0-1-1", "mine"])
        yield* sent(`${origin}/t/${tenant}/us/api/v1/user/search`)
      const listed = yield* commandLine("gc", "--target", origin)
      assert.include(listed.out, "e2e-aaaaaa:\n  tenant e2e-aaaaaa-0-1-1\n")
      const { code, out } = yield* commandLine("gc", "--target", origin, "--run", "aaaaaa")
      assert.deepStrictEqual([code, out], [0, "removed: tenant e2e-aaaaaa-0-1-1"])
      assert.sameMembers(yield* tenantsOf(origin), ["default", "e2e-bbbbbb-0-1-1", "mine"])
    })
  )

  it.live.each<readonly [number, ReadonlyArray<string>, RegExp]>([
    [2, ["--target", "socket"], /ends with its run and leaves nothing behind/],
    [2, ["--target", "nowhere"], /There is no target nowhere/],
    [2, ["--target", "http://127.0.0.1:9/x"], /Give http:\/\/127\.0\.0\.1:9 alone/],
    [2, [], /--target/],
    [2, ["--target", "http://127.0.0.1:9", "--run", "a", "--all"], /Give --run or --all, not both/],
    [2, ["--target", "http://127.0.0.1:9", "--run", "a/b"], /is not the prefix of a run/],
    [3, ["--target", "http://127.0.0.1:9"], /does not answer/],
    [3, ["live"], /does not answer/]
  ])("exits with %i for %j", ([code, args, message]) =>
    Effect.gen(function* () {
      const ended = yield* commandLine("gc", ...(args[0] === "live" ? settingsFor("http://127.0.0.1:9") : args))
      assert.match(ended.err, message)
      assert.strictEqual(ended.code, code)
    })
  )

  it.live("exits with 2 if the administrator of the settings cannot log in", () =>
    Effect.gen(function* () {
      const { code, err } = yield* commandLine(
        "gc",
        ...settingsFor(yield* emulator(), { REMOTE_ASSIST_PASSWORD: "no" })
      )
      assert.match(
        err,
        /^Nothing was looked up: ada@example\.com cannot log in, .* See REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD\.$/
      )
      assert.strictEqual(code, 2)
    })
  )
})
