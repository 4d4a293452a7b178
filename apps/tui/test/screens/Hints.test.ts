import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

describe("hints", () => {
  test("show no key for a row if no row is selected", async () => {
    const { press, see, seeNo } = start({ columns: 160 })
    await see("Users 1 of 4", "d deactivate", "⏎ details", "s sort")
    await press("g", "c")
    await see("Calls 1 of", "e annotate", "⏎ details")
    await press("/", "receiverName=Nobody", "enter")
    await see("No call matches receiverName=Nobody.", "R refresh", "/ filter", "? help")
    await seeNo("annotate", "recording", "⏎ details", "mark or unmark", "s sort")
    await press("esc")
    await see("Calls 1 of", "e annotate", "⏎ details")
  })

  test("name the way to the other screens if no tabs are shown", async () => {
    const { press, resize, see, seeNo } = start({ columns: 40, rows: 12 })
    await see("Users 1 of 4", "g screens", "q quit")
    await press("g")
    await see("p pods", "c calls", "s session", "e emulator")
    await press("esc", "n")
    await see("Provision a user")
    await seeNo("screens")
    resize({ columns: 40, rows: 24 })
    await press("esc")
    await see("g:[Users] Pods  Calls  On call  Tokens …")
    await seeNo("screens")
  })

  test("leave room for a whole question on a low screen", async () => {
    const { press, see } = start({ columns: 40, rows: 12 })
    await see("Users 1 of 4")
    await press("j", "D")
    await see("Delete grace@example.com permanently?", "`Deleted User`.", "Type grace@example.com to confirm.")
  })

  test("of a bulk action with nothing to do offer only to leave", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("v", "d")
    await see("There is nothing to deactivate.", "Left out: ada@example.com", "Esc cancel")
    await seeNo("confirm")
  })

  test("of a deleted row name no action", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("j", "D", "grace@example.com", "enter")
    await see("✗ deleted", "s sort", "⏎ details")
    await seeNo("deactivate", "D delete", "e update")
  })

  test("of a dry run in a read-only profile do not offer to begin", async () => {
    const { press, see, seeNo } = start({ profile: { name: "live-eu", readOnly: "the profile live-eu is read-only" } })
    await see("Users 1 of 4")
    await press("i", "examples/new-hires.csv", "enter")
    await see("to create", "Esc cancel")
    await seeNo("begin")
  })

  test("of the boxes on a narrow screen are keys, and the title of the open one", async () => {
    const { press, see } = start({ columns: 40, rows: 12 })
    await see("Users 1 of 4")
    await press("g", "e")
    await see(/\[. \w+\]( +[cfsmj] ?){4}/)
  })

  test("keep undo, the filter and the details on a narrow screen, and leave out what the row does not need", async () => {
    const { press, resize, see, seeNo } = start({ columns: 80, rows: 24 })
    await see("Users 1 of 4", "d deactivate", "/ filter", "⏎ details")
    await seeNo("a reactivate")
    await press("j", "d")
    await see("is deactivated", "a reactivate", "z undo", "/ filter", "⏎ details", "? help", "q quit")
    await seeNo("d deactivate")
    resize({ columns: 40, rows: 12 })
    await see("z undo  ⏎ details  ? help  q quit")
    resize({ columns: 80, rows: 24 })
    await press("g", "s")
    await see(/^e get an enterprise token/m, "⏎ open")
    await seeNo("use this profile")
  })

  test("name the recording only of a call that has one", async () => {
    const { press, see, seeNo } = start({ columns: 140 })
    await see("Users 1 of 4")
    await press("g", "c")
    await see("Calls 1 of 3", "e annotate")
    await seeNo("o recording")
    await press("G")
    await see("Calls 3 of 3", "o recording")
  })

  test("name no key for a choice or a help line if nothing matches", async () => {
    const { press, see, seeNo } = start({ columns: 140 })
    await see("Users 1 of 4")
    await press("\u0010", "zzzzqq")
    await see("No choice matches.", "Esc cancel")
    await seeNo("⏎", "↓", "↑")
    await press("esc", "?", "/", "zzzzqq")
    await see("No key matches.", "keys of this screen")
    await seeNo("↓", "↑")
  })

  test("of a form name no key to send again while it is sent", async () => {
    const { press, see, seeNo, wire } = start({ columns: 30, rows: 8 })
    await see("Users 1 of 4")
    await press("n")
    await see("3 more below", "⏎ next field")
    await press("Mary", "tab", "mary@example.com", "tab", "tab", "tab")
    await see("⏎ send", "Esc leave")
    await seeNo("more below")
    wire.disturb = () => Effect.never
    await press("enter")
    await see("Provisioning …", "Esc leave")
    await seeNo("⏎ send")
  })

  test("of a box show no key for a row if no row is selected", async () => {
    const { press, see, seeNo } = start({ columns: 160, rows: 40 })
    await see("Users 1 of 4")
    await press("g", "e")
    await see("There are no faults yet.", "b busy", "r restore")
    await seeNo("D remove", "D forget")
    await press("f", "b")
    await see("fault-1 is on.", "D remove")
  })

  test("show no undo while there is nothing to undo", async () => {
    const { press, see, seeNo } = start({ columns: 200 })
    await see("Users 1 of 4", "d deactivate")
    await seeNo("z undo", "Z redo")
    await press("G", "r")
    await see("edsger@example.com is active again", "z undo")
    await seeNo("Z redo")
    await press("z")
    await see("Undone", "Z redo")
    await seeNo("z undo")
  })

  test("show the key of a secret only if the row has one", async () => {
    const { press, see, seeNo } = start({ columns: 200 })
    await see("Users 1 of 4", "● live")
    await press("g", "c")
    await see("Calls 1 of", "e annotate")
    await seeNo("show or hide the secret")
    await press("G")
    await see("Calls 3 of 3", "r show or hide the secret")
  })

  test("show no key for the next field in a form with one field", async () => {
    const { press, see, seeNo } = start({ columns: 120 })
    await see("Users 1 of 4", "● live")
    await press("g", "r", "c")
    await see("Confirm an account", "⏎ send")
    await seeNo("next field")
    await press("esc", "n")
    await see("Register an account", "⏎ next field")
  })

  test.each([
    ["r", "Register", ["curl", "copy-curl", "mark", "range", "mark-all", "follow", "sort", "refresh", "watch", "undo"]],
    ["s", "no profile", ["curl", "copy-curl", "mark", "range", "mark-all", "follow", "undo", "redo"]],
    ["i", "Invite 1 of 2", ["mark", "range", "mark-all", "follow"]],
    ["u", "Users 1 of 4", ["range", "follow"]]
  ])("of the palette after g%s name only commands that do something there", async (letter, shown, idle) => {
    const { press, quiet, see, text } = start({ columns: 120, rows: 80 })
    await see("Users 1 of 4", "● live")
    await press("g", letter)
    await see(shown)
    await press("\u0010")
    await see("Commands")
    await quiet()
    const words = Array.from(text().matchAll(/^.?[❯ ] +([a-z][a-z-]+)(?= )/gm), ([, word]) => word)
    expect(words).toEqual(expect.arrayContaining(["export", "requests", "session"]))
    expect(words.filter((word) => word !== undefined && idle.includes(word))).toEqual([])
  })

  test("of the palette and of keys leave out the emulator on a live region", async () => {
    const { press, see, seeNo } = start({ columns: 120, rows: 80, place: "live" })
    await see("Users 1 of 4", "● live")
    await press("g")
    await see("p pods")
    await seeNo("e emulator")
    await press("esc", "ctrl+p")
    await see("Commands", "copy-id", "session", "deactivate")
    await seeNo(/^ +emulator/m, "journal")
  })

  test("of the palette leave out changes in a read-only profile", async () => {
    const profile = { name: "live-eu", readOnly: "the profile live-eu is read-only" }
    const { press, see, seeNo } = start({ columns: 120, rows: 80, profile })
    await see("Users 1 of 4", "● live")
    await press("ctrl+p")
    await see("Commands", "copy-id", "session", /^ +emulator/m)
    await seeNo("deactivate", "provision")
  })

  test("of the palette open the command line for a missing argument", async () => {
    const { press, see } = start()
    await see("Users 1 of 4", "● live")
    await press("ctrl+p", "row", "enter")
    await see("row takes a number, such as row 500.", ": row ▏")
    await press("3", "enter")
    await see("Users 3 of 4")
  })

  test("of the palette name marks, follow, undo and the request where they do something", async () => {
    const { press, see } = start({ columns: 120, rows: 80 })
    await see("Users 1 of 4", "● live")
    await press("j", "d")
    await see("is deactivated")
    await press("\u0010")
    await see("Commands", /^.?[❯ ] +mark +/m, "mark-all", /undo +z/, "copy-curl", /curl +the list's request/)
    await press("esc", "g", "e")
    await see("Journal")
    await press("\u0010")
    await see("Commands", "follow")
    await see(/ top .* Home$/m, / end .* End$/m, / refresh +refresh all boxes .* R$/m)
    await press("esc", "f")
    await see("There are no faults yet.")
    await press("b")
    await see("fault-1 is on.")
    await press("\u0010")
    await see("Commands", / mark +mark or unmark .* v$/m)
  })

  test("and the palette and the help offer to load all rows only in a sorted list", async () => {
    const { press, see, seeNo } = start({ columns: 120, rows: 60, users: 200 })
    await see("Users 1 of 200", "● live")
    await press("\u0010")
    await see("Commands", "mark-all")
    await seeNo("load-all")
    await press("esc", "?")
    await see("Help", "sort")
    await seeNo("load all rows")
    await press("esc", ":", "sort email", "enter")
    await see("L loads all")
    await press("\u0010", "load")
    await see("load-all")
    await press("esc", "?")
    await see("load all rows")
  })
})
