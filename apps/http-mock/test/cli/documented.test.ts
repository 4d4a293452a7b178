import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { variables } from "../../src/cli/clientSettings.ts"
import type { StartGiven } from "../../src/cli/CommandFlags.ts"
import { run } from "../support/command.ts"
import { readByTree } from "./support/readByTree.ts"

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const readme = textOf("README.md")

/** The variables that a paragraph names. */
const namedIn = (text: string, start: string) => {
  const [, paragraph = ""] = new RegExp(`^${start}(.*?)\n\n`, "ms").exec(text) ?? []
  return Array.from(paragraph.matchAll(/`(REMOTE_ASSIST_\w+)`/g), ([, name = ""]) => name)
}

describe("the variables of a client", { timeout: 30_000 }, () => {
  it("are those that exec exports, in the README, in the guide and in its help", async () => {
    // some may be set from outside
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("REMOTE_ASSIST_")))
    const [exported, help] = await Promise.all([run(["exec", "--", "env"], { env }), run(["exec", "--help"])])
    const names = Array.from(exported.out.matchAll(/^(REMOTE_ASSIST_\w+)=./gm), ([, name = ""]) => name).toSorted()
    assert.deepStrictEqual(names, variables.toSorted())
    assert.deepStrictEqual(namedIn(readme, "`exec` and `env` set").toSorted(), names)
    const guide = namedIn(textOf("../../docs/emulator/in-tests.md"), "The command finds a fresh emulator")
    assert.deepStrictEqual(guide.toSorted(), names)
    const inHelp = new Set(Array.from(help.out.matchAll(/REMOTE_ASSIST_\w+/g), ([name]) => name))
    for (const name of ["CONTROL_TOKEN", "MAIL_TO", "MAIL_WEBHOOK"]) inHelp.delete(`REMOTE_ASSIST_MOCK_${name}`)
    assert.deepStrictEqual([...inHelp].toSorted(), names)
  })
})

/** What the tree of commands takes for each flag where none is given. */
const takenBy = (given: StartGiven): Readonly<Record<string, string>> => {
  const none = (option: Option.Option<unknown>) => (Option.isNone(option) ? "none" : "another")
  const sizes = "sizes" in given.seed ? given.seed.sizes : undefined
  return {
    port: String(given.port),
    host: given.host,
    seed: `users=${sizes?.users},calls=${sizes?.calls}`,
    state: none(given.state),
    "api-key-header": given.apiKeyHeader,
    cors: String(given.cors),
    "token-life": `${Duration.toDays(given.tokenLife)} days`,
    "partner-key": none(given.partnerKey),
    "site-id": String(given.siteId),
    journal: String(given.journal),
    "rate-limit": given.rateLimit.length === 0 ? "none" : "another",
    issuer: given.issuer,
    audience: given.audience,
    "frozen-at": none(given.frozenAt),
    faults: none(given.faults),
    stubs: none(given.stubs),
    "control-token": none(given.controlToken),
    upstream: Object.keys(given.upstream).length === 0 ? "none" : "another",
    "upstream-operations": given.upstreamOperations.length === 0 ? "none" : "another",
    "upstream-timeout": `${Duration.toSeconds(given.upstreamTimeout)} seconds`,
    "mail-to": none(given.mailTo),
    "mail-webhook": none(given.mailWebhook),
    log: none(given.log),
    banner: none(given.banner),
    "until-stdin-closes": given.untilStdinCloses ? "on" : "off",
    "tls-cert": none(given.tlsCert),
    "tls-key": none(given.tlsKey),
    "tls-cert-out": none(given.tlsCertOut)
  }
}

/** The default of each flag in the table of the README. */
const inReadme = Object.fromEntries(
  Array.from(readme.matchAll(/^\| (`--.*?`) \| ([^|]*?) *\|/gm), ([, flags = "", unlessGiven = ""]) =>
    Array.from(flags.matchAll(/--([\w-]+)/g), ([, name = ""]) => [name, unlessGiven] as const)
  )
    .flat()
    .toReversed()
)

describe("what is taken unless a flag is given", () => {
  it.live("is what the help and the README say", () =>
    Effect.gen(function* () {
      const { out } = yield* Effect.promise(() => run(["start", "--help"]))
      const taken = takenBy(Option.getOrThrow(yield* readByTree([])))
      for (const [flag, unlessGiven] of Object.entries(taken)) {
        const [, told] = new RegExp(`--${flag}[ ,].*?[ (](\\d+ (?:days|seconds)|[^\\s(]+) unless given`).exec(out) ?? []
        assert.strictEqual(told, unlessGiven, `--${flag} in the help`)
        assert.strictEqual(inReadme[flag], unlessGiven, `--${flag} in the README`)
      }
    })
  )
})
