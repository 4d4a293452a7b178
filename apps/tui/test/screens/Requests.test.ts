import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

/** Returns the texts copied to the clipboard of the terminal. */
const copied = (output: ReadonlyArray<string>) =>
  // oxlint-disable-next-line no-control-regex -- the pattern matches a control sequence
  [...output.join("").matchAll(/\u001B\]52;c;([^\u0007]*)\u0007/g)].map(([, text = ""]) =>
    Buffer.from(text, "base64").toString()
  )

describe("requests", () => {
  test("of the list are shown as curl commands without secrets, and copied", async () => {
    const { output, press, see } = start({ columns: 140, rows: 50 })
    await see("Users 1 of 4")
    await press(".")
    await see("As curl", "curl -sS", "page_size=100", "$REMOTE_ASSIST_TOKEN")
    await press("y")
    await see("The curl command is sent to the clipboard.")
    const [curl] = copied(output)
    expect(curl).toMatch(/^curl -sS .*\/us\/api\/v1r1\/enterprise\/users\?page=1&page_size=100/)
    expect(copied(output).join("")).not.toMatch(/eyJ|correct-horse/)
  })

  test("do not replace an overlay that was opened meanwhile", async () => {
    const { press, see, text } = start({ columns: 140, rows: 50 })
    await see("Users 1 of 4")
    await press(".:pod")
    await see(": pod▏")
    await press("s", "enter")
    await see(/Pods 1 of \d/)
    await press("y", "c")
    await see("The curl command is sent to the clipboard.")
    expect(text()).not.toContain("As curl")
  })

  test("are listed with their outcomes, and shown one by one", async () => {
    const { press, see, seeNo } = start({ columns: 140, rows: 50 })
    await see("Users 1 of 4")
    await press("@")
    await see("Requests, newest first", /GET \/v1r1\/enterprise\/users\?.* 200, \d+ ms, [\d,]+ bytes/, "POST")
    await press("oauth")
    await see(/❯ POST/)
    await press("enter")
    await see("As curl")
    await seeNo("correct-horse")
    await press("esc", ":", "request 999", "enter")
    await see("There is no request 999.")
  })
})

describe("copying", () => {
  test("copies the name, the id or the JSON of a row, and shows the choices", async () => {
    const { output, press, see } = start()
    await see("Users 1 of 4")
    await press("j", "y")
    await see("y …", "yy copy name or e-mail", "yi copy id", "yj copy as JSON")
    await press("y")
    await see("The e-mail grace@example.com is sent to the clipboard.")
    await press("y", "i", "y", "j")
    await see("The JSON of grace@example.com is sent to the clipboard.")
    const [name, id, json = ""] = copied(output)
    expect([name, id]).toEqual(["grace@example.com", "102"])
    expect(JSON.parse(json)).toMatchObject({ id: 102, email: "grace@example.com" })
    expect(json).not.toContain("token")
  })

  test("copies the id that the service gives, and says if it gives none", async () => {
    const { output, press, see, seeNo } = start()
    await see("Users 1 of 4", "● live")
    await press("g", "i")
    await see("Invite 1 of", "grace@example.com")
    await press("G", "y", "i")
    await see("The id of")
    expect(copied(output).at(-1)).toMatch(/^\d+$/)
    await press("g", "r")
    await see("Register 1 of 6")
    await press("y")
    await see("y …", "yj copy as JSON")
    await seeNo("copy id")
    await press("i")
    await see("This screen has no id to copy.")
    await press("g", "s")
    await see("no profile")
    await press("y", "y")
    await see("This screen has no name to copy.")
    await press("y", "i")
    await see("This screen has no id to copy.")
    await press("y", "j")
    await see("The JSON of no profile is sent to the clipboard.")
    expect(JSON.parse(copied(output).at(-1) ?? "")).toMatchObject({ who: "ada@example.com", region: "us" })
  })
})
