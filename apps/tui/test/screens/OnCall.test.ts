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
  test("list the favorites by a glyph and a word", async () => {
    const { press, see, seeNo } = await opened()
    await see(/❯ {2}★ favorite +Hydraulics/, "Electrical experts on call", "- unfavorite")
    await seeNo("+ favorite")
    await press("j")
    await see("+ favorite")
    await seeNo("- unfavorite")
  })

  test("add and remove a favorite, and undo both", async () => {
    const { press, see, wire } = await opened()
    await press("-")
    await see("✓ Hydraulics is no longer a favorite.", /❯ {2}✱ +Hydraulics/)
    await press("+")
    await see("✓ Hydraulics is a favorite of yours.", /❯ {2}★ favorite ✱ +Hydraulics/)
    await press("j", "+")
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

  test("add all marked rows, except for favorites", async () => {
    const { press, see, wire } = await opened()
    await press("v", "j", "v", "+")
    await see("Left out: Hydraulics, which is already a favorite.")
    await press("enter")
    await see("✓ Favorited 1 on-call group: Electrical.")
    expect(favorites(wire.requests)).toEqual(["POST /v1/on_call_groups/12/favorites"])
  })

  test("show a needless change, and send nothing", async () => {
    const { press, see, wire } = await opened()
    await press(":", "favorite", "enter")
    await see("Hydraulics is already a favorite.")
    await press("j", "-")
    await see("Electrical is not a favorite.")
    expect(favorites(wire.requests)).toEqual([])
  })

  test("ask the service for a filter", async () => {
    const { press, see, wire } = await opened()
    await press("/", "favorite=false", "enter")
    await see("On call 1 of 1", "filter favorite=false", /❯ +Electrical/)
    expect(wire.requests.at(-1)).toContain("filter=favorite%3Dfalse")
    await press("/", "colour=red", "enter")
    await see("✗ The service refused to list the on-call groups:")
  })

  test("ask the service for an order", async () => {
    const { press, see, wire } = await opened()
    await press(":", "order name", "enter")
    await see("ordered by NAME", /❯ +Electrical/)
    expect(wire.requests.at(-1)).toContain("order=name")
  })
})

describe("log-out", () => {
  test("has a word of the command line, because its keys belong to the on-call groups", async () => {
    const { press, see } = await opened()
    await press(":", "logout", "enter")
    await see("Log out?")
  })
})
