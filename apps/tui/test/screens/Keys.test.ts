import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import * as Keys from "../../src/keymap/Keys.ts"
import { defaultBindings } from "../../src/keymap/Keys.ts"
import { applyUserKeys } from "../../src/keymap/userKeys.ts"
import { allContexts } from "../../src/model/Model.ts"
import { listen } from "../support/speech.ts"
import { start } from "../support/start.ts"

const own = Keys.make(
  Result.getOrThrow(
    applyUserKeys(
      defaultBindings,
      allContexts,
      JSON.stringify({
        "users.deactivate": ["X"],
        "list.down": ["ctrl+n"],
        "help.open": ["ctrl+t"],
        "screen.pods": ["ctrl+g p"],
        "list.leave": ["ctrl+g c"],
        "app.quit": null
      })
    )
  )
)

describe("custom keys", () => {
  test("run their commands, and replace the default keys", async () => {
    const { press, see, wire } = start({ keys: own, rows: 60, columns: 140 })
    await see("Users 1 of 4", "● live", "X deactivate", "Ctrl-T help", "Ctrl-G p Pods")
    await press("j", "d", "q", "?", "\u000E")
    await see("Users 2 of 4")
    expect(wire.requests.filter((line) => line.startsWith("PUT"))).toEqual([])
    await press("X")
    await see("○ inactive ✱", "grace@example.com is deactivated")
  })

  test("are shown in the help, the palette and notices", async () => {
    const { press, see, seeNo } = start({ keys: own, rows: 110, columns: 140 })
    await see("Users 1 of 4", "● live")
    await press("\u0014")
    await see("Every list", /X +deactivate/, /Ctrl-N +down/)
    await seeNo(/^ *q +quit$/m)
    await press("esc", "\u0010")
    await see(/deactivate +X/)
    await press("esc", "/", "email=nobody@example.com", "enter")
    await see("Ctrl-G c clears the filter.")
    await press("\u0007")
    await see("Ctrl-G …")
    await press("c")
    await see("Users 1 of 4")
    await press("\u0007", "p")
    await see("Pods 1 of")
  })

  test("are announced for a screen reader", async () => {
    const { hear, press } = listen({ keys: own })
    await hear("Ctrl-T says all keys")
    await press("ctrl+l")
    await hear("Keys: capital X deactivate")
  })
})
