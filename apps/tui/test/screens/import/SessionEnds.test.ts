import { readFileSync } from "node:fs"

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { file, mixed, opening } from "../../support/imported.ts"
import { start } from "../../support/start.ts"
import { json } from "../../support/wire.ts"
import { three } from "./held.ts"

describe("a session that ends", () => {
  const loggedIn = async () => {
    const program = start({ loggedOut: true })
    const { press, see } = program
    await press("ada", "tab", "correct-horse", "enter")
    await see("Users 1 of 4", "● live")
    return program
  }
  const isPost = (line: string) => line.startsWith("POST") && line.includes("/users")
  const isRefresh = (line: string) => line.includes("/v1/auth/refresh")
  const refused = { code: 2, message: "refresh refused" }
  const expired = { code: 1003, message: "Token expired" }

  test("by another request, while rows are sent: what became of them is there after the log-in", async () => {
    const program = await loggedIn()
    const { press, see, wire } = program
    const [listing, sending] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    wire.disturb = (_, __, request) => Effect.andThen(Deferred.await(listing), json(request, 400, expired))
    await press("R")
    await see("◌ refreshing")
    wire.disturb = (line, pass, request) =>
      isRefresh(line) ? json(request, 401, refused) : isPost(line) ? Effect.tap(pass, Deferred.await(sending)) : pass
    const path = file(three)
    await opening(program, path)
    await press("enter", "create 3", "enter")
    await expect.poll(() => wire.requests.filter(isPost)).toHaveLength(3)
    Deferred.doneUnsafe(listing, Effect.void)
    await see("Log in", "The session has ended:")
    Deferred.doneUnsafe(sending, Effect.void)
    await expect.poll(() => readFileSync(`${path}.results.ndjson`, "utf8").match(/"created"/g)).toHaveLength(3)
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("step 5 of 5: result", "3 created")
  })

  test("by a row: the log-in is there, and behind it what became of the rows", async () => {
    const program = await loggedIn()
    const { press, see, wire } = program
    await opening(program, file(three))
    wire.disturb = (line, pass, request) =>
      isRefresh(line) ? json(request, 401, refused) : isPost(line) ? json(request, 400, expired) : pass
    await press("enter", "create 3", "enter")
    await see("Log in", "The session has ended:")
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("step 5 of 5: result", "3 still to do", "The import stopped.", "Import the file again to go on.")
  })

  test("by a look-up: the log-in is there, and behind it what was to be looked up", async () => {
    const program = await loggedIn()
    const { press, see, wire } = program
    await opening(program, file(mixed))
    wire.disturb = (line, pass, request) =>
      isRefresh(line) ? json(request, 401, refused) : line.includes("/users") ? json(request, 400, expired) : pass
    await press("j", "e")
    await see("Edit line 4")
    await press("tab", "ctrl+u", "mira@plant.example", "enter")
    await see("Log in", "The session has ended:")
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("Edit line 4", "mira@plant.example")
  })
})
