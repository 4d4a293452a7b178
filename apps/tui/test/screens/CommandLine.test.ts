import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

describe("the command line", () => {
  test("is also a palette, which has words for each tab of the details", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("g", "c")
    await see("Calls 1 of")
    await press("ctrl+p", "show the tab")
    await see(/call +show the tab Call/, /events +show the tab Events/, /json +show the tab JSON/)
  })

  test("runs commands by their names or unique beginnings", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press(":", "row 3", "enter")
    await see("Users 3 of 4")
    await press(":", "pods", "enter")
    await see(/^Pods \d/m)
    await press(":", "us", "enter")
    await see("Users 3 of 4")
    await press(":", "2", "enter")
    await see("Users 2 of 4")
    await press(":", "deactivate", "enter")
    await see("grace@example.com is deactivated")
  })

  test("completes commands and their arguments", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press(":", "fil", "tab")
    await see(": filter ▏")
    await press("acti", "tab", "false", "enter")
    await see("filter active=false")
  })

  test("shows the fields of calls that a filter may become", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("g", "c")
    await see("Calls 1 of", "● live")
    await press("/", "rec", "tab")
    await see("/ rec▏", /receiverId=  receiverName=/)
    await press("eiverN", "tab")
    await see("/ receiverName=▏")
    await press("ctrl+u", '"receiverN', "tab", "Grace,Linus", "tab")
    await see('/ "receiverName=Grace,Linus▏', "There is nothing to complete here.")
    await press("ctrl+u", "ratin", "tab")
    await see("/ ratin▏", "There is nothing to complete here.")
    await press("ctrl+u", "x=1", "tab")
    await see("/ x=1▏", "There is nothing to complete here.")
    await press("esc", ":", "re", "tab")
    await see(": re▏", /(?=.*request)(?=.*refresh)/)
  })

  test("completes each clause of a filter of the emulator, by the names that it has", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4", "● live")
    await press("g", "e", "j", "/", "tab")
    await see("status=  region=  operation=  since=")
    await seeNo("method=")
    await press("stat", "tab", "4xx re", "tab", "us", "enter")
    await see("filter status=4xx region=us")
  })

  test("names the command that was typed as an argument", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press(":", "users deactivate", "enter")
    await see("users takes no argument. Type :deactivate alone.", ": users deactivate▏")
  })

  test("shows how to find commands if one is unknown, and keeps the input", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press(":", "frobnicate now", "enter")
    await see("There is no command frobnicate here.", ": frobnicate now▏")
    await press("esc")
    await seeNo("frobnicate")
  })

  test.each([
    ["deactivte", "There is no command deactivte here. Did you mean deactivate?"],
    ["sort nmae", "Users have no column nmae. Did you mean name?"],
    ["columns emial", "Users have no column emial. Did you mean email?"],
    ["profile liv-eu", "There is no profile liv-eu. Did you mean live-eu?"],
    ["filter nmae=Grace", "clear it. Did you mean name?"]
  ])("suggests the nearest name after %s", async (line, advice) => {
    const profiles = [{ name: "live-eu", region: "eu", address: "eu.example.com", isReadOnly: false, whose: undefined }]
    const { press, see } = start({ profiles })
    await see("Users 1 of 4")
    await press(":", line, "enter")
    await see(advice)
  })

  test("takes letters as text, not as commands or counts", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press(":", "dD5q!", "esc")
    await see("Users 1 of 4")
    expect(wire.requests.filter((line) => /^(?:PUT|DELETE)/.test(line))).toEqual([])
  })
})

describe("the palette", () => {
  test("keeps its columns beside a long command", async () => {
    const { press, see } = start({ rows: 60 })
    await see("Users 1 of 4")
    await press("g", "s", "\u0010")
    await see(
      "enterprise-token  get an enterprise token",
      `${"inspect".padEnd("enterprise-token".length)}  inspect a token`
    )
  })

  test("finds a command by some of its letters, shows its key, and runs it", async () => {
    const { press, see } = start({ rows: 60 })
    await see("Users 1 of 4")
    await press("j", "\u0010")
    await see("Commands · 1 of", "deactivate", /logout +log out/)
    await press("dact")
    await see(/❯ deactivate +d/)
    await press("enter")
    await see("grace@example.com is deactivated")
  })

  test("opens the prompt of a filter, and keeps the filter until then", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("/", "active=true", "enter")
    await see("filter active=true", "● live")
    await press("\u0010", "filter", "enter")
    await see("filter active=true", "/ ▏")
  })

  test("shows that no command matches, and runs none", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("\u0010", "xyzzy", "enter")
    await see("No choice matches.")
    await press("esc")
    await see("❯  ● active")
  })
})
