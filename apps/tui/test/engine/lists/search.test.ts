import { describe, expect, test } from "vitest"

import { isServerFilter } from "../../../src/engine/FilterHistory.ts"
import { hasText } from "../../../src/engine/lists/LocalView.ts"

describe("a search", () => {
  test.each([
    ["hopper", "Grace Hopper"],
    ["ZOE", "Zoë"],
    ["zoë", "ZOE"],
    ["strasse", "Straße"],
    ["istanbul", "İstanbul"],
    ["ｇrace", "Grace"],
    ["山田", "山田太郎"],
    [" hop ", "Hopper"]
  ])("finds %s in %s", (word, text) => {
    expect(hasText(word)(["other", text])).toBe(true)
  })

  test.each([
    ["か", "が"],
    ["herot", "other"]
  ])("does not find %s in %s", (word, text) => {
    expect(hasText(word)([text])).toBe(false)
  })

  test("does not find a text across two fields", () => {
    expect(hasText("adaadmin")(["ada", "admin"])).toBe(false)
  })
})

describe("a filter of the service", () => {
  test.each(["email=a@b.c", "name~=%ann%", "updated_at>2024-01-31", '"name|=John,Mary"', " id = 1", "id<=3", "a!=b"])(
    "is %s",
    (text) => {
      expect(isServerFilter(text)).toBe(true)
    }
  )

  test.each(["", "ann", "Grace Hopper", "=x", "<3", "a@b.c", "1=1", "Grace Hopper = ?"])("is not %j", (text) => {
    expect(isServerFilter(text)).toBe(false)
  })
})
