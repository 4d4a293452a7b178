import { readFileSync, readdirSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { documented } from "../../../src/world/gaps/documented.ts"
import { readChoice, defaultOption, optionLookup, gaps } from "../../../src/world/gaps/options.ts"

const points = Object.entries({ ...gaps, ...documented })

const textsIn = (folder: string, isRead: (file: string) => boolean) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && isRead(file))
    .map((file) => readFileSync(new URL(`${folder}/${file}`, import.meta.url), "utf8"))
    .join("\n")

const sources = textsIn("../../../src", (file) => !file.startsWith("world/gaps"))

const probes = textsIn("../../gaps", (file) => file.endsWith(".test.ts"))

const refused = (text: string) => Result.getOrThrow(Result.flip(readChoice(text)))

describe("Gaps", () => {
  it("uses the first choice by default", () => {
    assert.strictEqual(defaultOption("refresh.reuse"), "grace")
    assert.strictEqual(optionLookup({ "refresh.reuse": "once" })("refresh.reuse"), "once")
  })

  it("have a section and a reason for every choice", () => {
    for (const [id, { reason, section }] of points) {
      assert.match(section, /^[2-9](\.\d{1,2})?(, \d{1,2}(-\d{1,2})?)?( and \d)?$/, id)
      assert.match(reason, /^\S.+\.$/, id)
    }
  })

  it("have unique ids", () => {
    assert.strictEqual(points.length, Object.keys(gaps).length + Object.keys(documented).length)
  })

  it("are each read by a handler, and documented points by none", () => {
    for (const id of Object.keys(gaps)) {
      const reads = new RegExp(`(?:option\\(|optionIn\\([\\w.]+,)\\s*"${id}"`)
      assert.isTrue(reads.test(sources), `write option("${id}") where an answer relies on it`)
    }
    for (const id of Object.keys(documented))
      assert.isFalse(sources.includes(`"${id}"`), `${id} is read: move it to the gaps that can be chosen`)
  })

  it("have a probe each", () => {
    for (const id of Object.keys(gaps))
      assert.isTrue(probes.includes(`  "${id}": {`), `show ${id} in a test of test/gaps, which proves its Probes`)
  })
})

describe("readChoice", () => {
  const read = (text: string) => Result.getOrThrow(readChoice(text))

  it("reads a list item, a number, a text, texts, JSON and a lifetime", () => {
    assert.deepStrictEqual(read("refresh.reuse=once"), { "refresh.reuse": "once" })
    assert.deepStrictEqual(read("calls.time-units=1000"), { "calls.time-units": 1000 })
    assert.deepStrictEqual(read("page.maximum-size=50"), { "page.maximum-size": 50 })
    assert.deepStrictEqual(read("on-call.answer=a=b"), { "on-call.answer": "a=b" })
    assert.deepStrictEqual(read("api-key.value=one, two"), { "api-key.value": ["one", "two"] })
    assert.deepStrictEqual(read('api-key.value=["one","two"]'), { "api-key.value": ["one", "two"] })
    assert.deepStrictEqual(read('errors.codes={"credentials":7}'), { "errors.codes": { credentials: 7 } })
    assert.deepStrictEqual(read("pat.life=3600"), { "pat.life": 3600 })
    assert.deepStrictEqual(read("pat.life=unlimited"), { "pat.life": "unlimited" })
  })

  it("reads every choice as it is listed", () => {
    for (const [id, { options }] of Object.entries(gaps))
      for (const option of options) {
        assert.oneOf(typeof option, ["string", "number"])
        assert.deepStrictEqual<unknown>(read(`${id}=${option as string}`), { [id]: option })
      }
  })

  it("rejects another choice with the valid ones", () => {
    for (const [text, says] of [
      ["refresh.reuse=twice", "grace, once or always"],
      ["refresh.reuse=", "grace, once or always"],
      ["refresh.reuse", "grace, once or always"],
      ["page.maximum-size=0", "from 1 to 1000000"],
      ["page.maximum-size=1e3", "from 1 to 1000000"],
      ["refresh.grace=-1", "of 0 or more"],
      ["on-call.answer=", "a text"],
      ["api-key.value=a,,b", "commas"],
      ['api-key.value=["a"', "a JSON list"],
      ["errors.codes={", "JSON"],
      ['errors.codes={"credentials":"7"}', "JSON"],
      ['errors.codes={"credential":7}', "by credentials, token,"],
      ["pat.life=0", "unlimited"]
    ] as const)
      assert.include(refused(text), says, text)
  })

  it("rejects an unknown id with those of its subject", () => {
    assert.include(refused("refresh.reuze=once"), "refresh.reuse")
    assert.include(refused("page.max=5"), "page.maximum-size")
    assert.include(refused("toString=5"), "an id of GAPS.md")
  })

  it("rejects a change of a point that has one choice only", () => {
    for (const [id, { only }] of Object.entries(documented)) assert.include(refused(`${id}=x`), JSON.stringify(only))
  })
})
