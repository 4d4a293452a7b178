import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start(options)
  await program.see("Users 1 of 4", "● live")
  await program.press("g", "o")
  await program.see("On call 1 of 2", "● live")
  return program
}

const favorites = (requests: ReadonlyArray<string>) => requests.filter((line) => line.includes("/favorites"))

describe("on-call groups", () => {
  test("lists them with the favorites among them, by a glyph and a word", async () => {
    const { see } = await opened()
    await see(/❯ {2}★ favorite +Hydraulics/, "Electrical experts on call", "f favorite on or off")
  })

  test("makes a favorite and takes it off with the same key, and takes either back", async () => {
    const { press, see, wire } = await opened()
    await press("f")
    await see("✓ Hydraulics is no longer a favorite.", /❯ {2}✱ +Hydraulics/)
    await press("f")
    await see("✓ Hydraulics is a favorite of yours.", /❯ {2}★ favorite ✱ +Hydraulics/)
    await press("j", "f")
    await see("✓ Electrical is a favorite of yours.")
    await press("z")
    await see("✓ Undone: Electrical is no longer a favorite.")
    expect(favorites(wire.requests)).toEqual([
      "DELETE /v1/on_call_groups/11/favorites",
      "POST /v1/on_call_groups/11/favorites",
      "POST /v1/on_call_groups/12/favorites",
      "DELETE /v1/on_call_groups/12/favorites"
    ])
  })

  test("does with the one key what the selected row needs, to all that are marked", async () => {
    const { press, see, wire } = await opened()
    await press("v", "j", "v", "f")
    await see("Left out: Hydraulics, which is already a favorite.")
    await press("enter")
    await see("1 done")
    expect(favorites(wire.requests)).toEqual(["POST /v1/on_call_groups/12/favorites"])
  })

  test("says what is needless, and sends nothing", async () => {
    const { press, see, wire } = await opened()
    await press(":", "favorite", "enter")
    await see("Hydraulics is already a favorite.")
    await press("j", "-")
    await see("Electrical is not a favorite.")
    expect(favorites(wire.requests)).toEqual([])
  })

  test("asks the service for what a filter says", async () => {
    const { press, see, wire } = await opened()
    await press("/", "favorite=false", "enter")
    await see("On call 1 of 1", "filter favorite=false", /❯ +Electrical/)
    expect(wire.requests.at(-1)).toContain("filter=favorite%3Dfalse")
    await press("/", "colour=red", "enter")
    await see("✗ The service refused to list the on-call groups:")
  })

  test("has the service order them", async () => {
    const { press, see, wire } = await opened()
    await press(":", "order name", "enter")
    await see("ordered by NAME", /❯ +Electrical/)
    expect(wire.requests.at(-1)).toContain("order=name")
  })
})

describe("log-out", () => {
  test("has its word, as its keys are those of the on-call groups", async () => {
    const { press, see } = await opened()
    await press(":", "logout", "enter")
    await see("Log out?")
  })
})
