import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"
import * as Wire from "../../support/wire.ts"

const last = (said: string) => said.trimEnd().split("\n").at(-1)

describe("the program for a screen reader", () => {
  test("says the row that is gone to: its place, name, state and what else there is", async () => {
    const { hear, press } = listen()
    await hear("Users, 4 in all\n", "row 1 of 4, Ada Lovelace, active, ada@example.com")
    await press("j")
    await hear("\nrow 2 of 4, Grace Hopper, active, grace@example.com")
    await press("G")
    await hear("\nrow 4 of 4, Edsger Dijkstra, inactive, ")
  })

  test("says all that is known of a row on Enter, and on Tab line by line", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("enter")
    await hear("\nDetails of ada@example.com\nName: Ada Lovelace\nE-mail: ada@example.com\n")
    await press("esc")
    await hear("\nDetails closed\n")
    await press("tab")
    await hear("\nDetails of ada@example.com, ", "\nName: Ada Lovelace\n")
    await press("j")
    await hear("\nE-mail: ada@example.com\n")
    await press("k")
    await hear("\nName: Ada Lovelace\n")
    await press("esc")
    await hear("\nrow 1 of 4, Ada Lovelace")
  })

  test("closes details when another row is gone to, whose are said on Enter then", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("enter")
    await hear("Name: Ada Lovelace")
    await press("j")
    await hear("\nrow 2 of 4, Grace Hopper")
    await press("enter")
    await hear("\nDetails of grace@example.com\nName: Grace Hopper\n")
  })

  test("says what is done while it is, and when it is", async () => {
    const { hear, press, said } = listen()
    await hear("row 1 of 4")
    await press("j")
    await hear("row 2 of 4")
    await press("d")
    await hear("\ngrace@example.com is deactivated and cannot log in; all data is kept.\n")
    await hear("Grace Hopper, inactive, changed\n")
    await press("z")
    await hear("\nUndone: grace@example.com is active again.\n")
    await press("z")
    await hear("\nNothing to undo.\n")
    await press("z")
    await hear("\nNothing to undo.\n")
    expect(said()).not.toContain("row 2 of 4, Grace Hopper, inactive")
  })

  test("asks before what is final, with what is typed as it is typed", async () => {
    const { hear, press, said } = listen()
    await hear("row 1 of 4")
    await press("j", "D")
    await hear("\nDelete grace@example.com for good?\n", "Type grace@example.com to confirm.\n", "edit, empty\n")
    await press("grace")
    await hear("\ngrace")
    await press("@example.com")
    await hear("@example.com")
    expect(last(said())).toBe("grace@example.com")
    await press("enter")
    await hear("\ngrace@example.com is deleted with all data.\n")
  })

  test("writes a text anew when it changes other than at its end", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("/")
    await hear("\nFilter, edit, empty, field=value, such as email=grace@example.com\n")
    await press("nam")
    await hear("nam")
    await press("e=", "backspace")
    await hear("e=", "\nname")
    await press("\u001B[D")
    await hear("\ne\n")
    await press("home")
    await hear("\nn\n")
    await press("x")
    await hear("xname")
    await press("end")
    await hear("\nend\n")
    await press("ctrl+u")
    await hear("\nempty\n")
    await press("active=false", "enter")
    await hear("active=false\n", "filter active=false\n", "row 1 of 1, Edsger Dijkstra, inactive")
    await press("esc")
    await hear("row 1 of 4")
  })

  test("says star for each character of a password, and where one types", async () => {
    const { hear, press, said } = listen({ loggedOut: true })
    await hear("Log in with a password\n", "\nE-mail or user name, edit, 1 of 2, empty\n")
    await press("ada@example.com")
    await hear("ada@example.com")
    await press("tab")
    await hear("\nPassword, password edit, 2 of 2, empty\n")
    await press("guess")
    await hear("*****")
    await press("enter")
    await hear("\nThe service refused to log you in:", "\nPassword, password edit, 2 of 2, filled in\n")
    await press("ctrl+u", "correct-horse", "enter")
    await hear("*************\n", "Logged in as ada@example.com.", "\nUsers, 4 in all\nrow 1 of 4, ")
    expect(said()).not.toMatch(/guess|horse/)
  })

  test("says of a field what it takes, and goes to what is wrong", async () => {
    const { hear, press, said } = listen()
    await hear("row 1 of 4")
    await press("n")
    await hear(
      "\nProvision a user\n",
      "unless told otherwise.\n",
      "\nName, edit, 1 of 5, empty, Name as others see it\n"
    )
    await press("Mary")
    await hear("Mary")
    await press("enter")
    await hear("\nE-mail, edit, 2 of 5, empty, E-mail address, to log in with\n")
    await press("shift+tab")
    await hear("\nName, edit, 1 of 5, Mary, Name as others see it\n")
    await press("shift+tab")
    await hear("\nPods, edit, 5 of 5, empty, ")
    await press("one", "enter")
    await hear("\nE-mail is empty.\nE-mail, edit, 2 of 5, empty, ")
    await press("esc")
    await hear("\nUsers, 4 in all\nWhat was typed is kept: n has it again.\nrow 1 of 4")
    expect(said()).not.toContain("Name as others see it.\n")
  })

  test("says marks as they are put and taken", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("v")
    await hear("\n1 marked\nAda Lovelace, marked\n")
    await press("v")
    await hear("\nAda Lovelace, not marked\n")
    await press("*")
    await hear("\nall 4 marked\nAda Lovelace, marked\n")
    await press("j")
    await hear("\nrow 2 of 4, Grace Hopper, active, marked, ")
  })

  test("says choices with their keys, and the one that fits what is typed", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("\u0010")
    await hear("\nCommands, ", "\n1 of ")
    await press("down")
    await hear("\n2 of ")
    await press("deact")
    await hear("deact\n1 of ", ", deactivate, d\n")
    await press("!")
    await hear("Nothing fits what is typed\n")
    await press("esc")
    await hear("\nUsers, 4 in all\nrow 1 of 4")
  })

  test("says all that is to be read at once, and again line by line", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("?")
    await hear(
      "\nHelp\n",
      "\nEvery list\n",
      "\nj, Down: down\n",
      "\nEsc, question mark, exclamation mark, q, Enter: close\n"
    )
    await press("j")
    await hear("d: deactivate\n")
    await press("esc")
    await hear("\nUsers, 4 in all\n")
    await press("!")
    await hear("\nWhat was told\nNothing was told yet.\n")
  })

  test("says the keys of the screen first in the help", async () => {
    const { hear, press, said } = listen()
    await hear("row 1 of 4")
    await press("g", "p")
    await hear("Pods, ")
    await press("?")
    await hear("\nHelp\nPods\nn: provision into it\n", "\nLog-in form\n")
    const places = ["Pods", "Every list", "Everywhere", "Always", "Users", "Calls"]
    const lines = said().slice(said().indexOf("Help\n")).split("\n")
    expect(lines.filter((line) => places.includes(line)).slice(0, places.length)).toEqual(places)
  })

  test("says where one is and which keys there are on Ctrl-L", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("ctrl+l")
    await hear("\nUsers, 4 in all\nrow 1 of 4, Ada Lovelace", "\nKeys: ", "capital D delete", "question mark help")
  })

  test("says a count and the first of two keys", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("3")
    await hear("\n3\n")
    await press("G")
    await hear("\nrow 3 of 4")
    await press("g")
    await hear("\ng\n")
    await press("p")
    await hear("\nPods, 2 in all\nrow 1 of 2, ")
  })

  test("says the last row alone of many that are gone past at once", async () => {
    const { hear, press, said } = listen({ users: 340 })
    await hear("row 1 of 340")
    await press("j".repeat(50))
    await hear("row 51 of 340")
    expect(said().match(/^row /gm)?.length).toBeLessThan(5)
  })

  test("keeps nothing back for a terminal that is slow to read but the last", async () => {
    const { hear, press, said, streams } = listen({ users: 340 })
    await hear("row 1 of 340")
    const write = streams.stdout.write.bind(streams.stdout)
    let isSlow = true
    streams.stdout.write = (chunk: string | Uint8Array) => write(chunk) && !isSlow
    await press("j")
    await hear("row 2 of 340")
    await press("j", "j", "j", "j")
    isSlow = false
    streams.stdout.emit("drain")
    await hear("row 6 of 340")
    expect(said()).not.toMatch(/row [345] of 340/)
  })

  test("says when the data turns stale or the connection is lost, and when it is live again, and nothing between", async () => {
    const { hear, press, said, wire } = listen()
    await hear("row 1 of 4")
    expect(said()).not.toContain("live\n")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("R")
    await hear("\noffline since ", "No connection to")
    wire.disturb = (_, pass) => Effect.delay(pass, "1 millis")
    await press("R")
    await hear("\nlive again\n")
    expect(said()).not.toContain("refreshing")
  })

  test("leaves the terminal alone but for the mark of pastes, and as it was", async () => {
    const { ended, isRaw, output, press, hear, said, terminal } = listen()
    await hear("row 1 of 4")
    expect(terminal.buffer.active.type).toBe("normal")
    await press("\u001B[200~ddd\u001B[201~", "j")
    await hear("row 2 of 4")
    await press("q")
    expect(await ended()).toMatchObject({ _tag: "Success" })
    expect(isRaw()).toBe(false)
    const written = output.join("")
    expect(written.startsWith("\u001B[?2004h")).toBe(true)
    expect(written.endsWith("\u001B[?2004l")).toBe(true)
    expect(said().replaceAll("\n", "")).not.toMatch(/\p{Cc}/u)
    expect(written.length - said().length).toBe(2 * "\u001B[?2004h".length)
  })
})
