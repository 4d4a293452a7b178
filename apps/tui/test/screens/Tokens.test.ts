import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const demo = "pat-demo-ada"

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ rows: 40, ...options })
  await program.see("Users 1 of 4", "● live")
  await program.press("g", "t")
  await program.see("Tokens 1 of 1", "● live")
  return program
}

const cellOf = (lines: ReadonlyArray<string>, text: string) => {
  const row = lines.findIndex((line) => line.includes(text))
  return `${(lines[row] ?? "").indexOf(text) + 1};${row + 1}`
}
const clickOn = (text: string) => (lines: ReadonlyArray<string>) => [
  `\u001B[<0;${cellOf(lines, text)}M\u001B[<0;${cellOf(lines, text)}m`
]

describe("personal access tokens", () => {
  test("are masked until the user reveals the selected one", async () => {
    const { press, see, seeNo, text } = await opened()
    await see("Token       ••••••••", /❯ +1 +Demo/)
    expect(text()).not.toContain(demo)
    await press("r")
    await see(demo)
    await press("j")
    await seeNo(demo)
  })

  test.each([
    ["a click", clickOn("Personal access token 2")],
    ["a number", [":", "2", "enter"]],
    ["a word", [":", "row 2", "enter"]]
  ] as const)("are masked again by %s on another row", async (_, keys) => {
    const { press, see, seeNo, text, ...program } = await opened()
    await press("n")
    await see("⏎ send")
    await press("enter")
    await see("New personal access token")
    await press("esc")
    await see("Tokens 2 of 2", "Personal access token 2")
    await press("k", "r")
    await see(demo)
    await press(...(typeof keys === "function" ? keys(program.lines()) : keys))
    await see("Tokens 2 of 2")
    await seeNo(demo)
    expect(text()).toContain("Token       ••••••••")
    await press("k")
    await see("Tokens 1 of 2")
    expect(text()).not.toContain(demo)
  })

  test("stay marked as deleted in the list while it cannot be read again", async () => {
    const { press, see, wire } = await opened()
    await press("D", "token 1", "enter")
    await see("✓ token 1 is deleted", /❯ +✗ 1 +Demo/)
    wire.disturb = (line, pass, request) =>
      line.includes("personal_access_token") ? Wire.json(request, 503, "busy") : pass
    await press("R")
    await see("✗ The service answered 503", /❯ +✗ 1 +Demo/)
  })

  test("are copied without being shown", async () => {
    const { output, press, see, text } = await opened()
    await press("y", "t")
    await see("✓ The token of token 1 is sent to the clipboard.")
    expect(output.join("")).toContain(Buffer.from(demo).toString("base64"))
    expect(text()).not.toContain(demo)
  })

  test("are created after a confirmation, revealed on request, and listed", async () => {
    const { press, see, seeNo, text, wire } = await opened()
    await press("n")
    await see("Create a personal access token", "Anybody who has the token can log in as you", "⏎ send", "Esc leave")
    await press("x", "tab", "up", "esc")
    await see("Tokens 1 of 1")
    await press("n")
    await see("⏎ send")
    expect(wire.requests.filter((line) => line.startsWith("POST /v1r1/personal"))).toEqual([])
    await press("enter")
    await see("New personal access token", "Token              ••••••••", "✓ token 2 is created")
    expect(text()).not.toMatch(/pat-[0-9a-f]/)
    await press("r")
    await see(/Token +pat-[0-9a-f]+/)
    await press("esc")
    await see("Tokens 2 of 2", /❯ +2 +Personal access token 2/)
    await seeNo(/pat-[0-9a-f]/)
  })

  test("are deleted by their number", async () => {
    const { press, see, wire } = await opened()
    await press("D")
    await see("Delete token 1 permanently?", "This cannot be undone.", "Type token 1 to confirm.")
    await press("Demo", "enter")
    await see("That is not token 1: nothing was done.")
    await press("ctrl+u", "token 1", "enter")
    await see("✓ token 1 is deleted")
    expect(wire.requests.filter((line) => line.startsWith("DELETE"))).toEqual(["DELETE /v1r1/personal_access_token/1"])
  })
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const jwt = (claims: unknown) => `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.c2lnbmF0dXJl`

const paste = (text: string) => `\u001B[200~${text}\u001B[201~`

describe("the inspector", () => {
  test("shows the token of the own session, decoded here and by the service, from any screen", async () => {
    const { press, see, wire } = start({ rows: 40 })
    await see("Users 1 of 4")
    await press(":", "inspect", "enter")
    await see("Inspect a token", "default: the token of your session")
    await press("enter")
    await see(
      "The token of your session",
      /Status +active/,
      /Expires +in \d+ days, at 20\d\d-/,
      "The times are read as seconds, by their size: the API names no unit.",
      "the signature is not checked",
      /exp +expires in \d+ days, at/,
      /sub +User:101/,
      /alg +HS256/
    )
    expect(wire.requests.filter((line) => line.includes("token/info"))).toEqual(["GET /v1/token/info"])
  })

  test("shows the claims of a rejected token, but not the token", async () => {
    const { press, see, text } = await opened()
    const token = jwt({ sub: "User:7", exp: 1_000_000_000 })
    await press("I", paste(token), "enter")
    await see(
      "✗ The service refused to inspect a token:",
      /sub +User:7/,
      /exp +expired \d+ days ago, at 2001-09-09 01:46:40 UTC/
    )
    expect(text()).not.toContain(token.slice(0, 20))
  })

  test("shows times by the clock of the service", async () => {
    const { press, see } = await opened({ frozenAt: "2031-01-01T00:00:00Z" })
    const claims = { exp: Date.parse("2031-01-01T00:14:00Z") / 1000, nbf: Date.parse("2031-01-31T00:00:00Z") / 1000 }
    await press("I", paste(jwt(claims)), "enter")
    await see(
      "✗ The service refused to inspect a token:",
      /exp +expires in 14 min, at 2031-01-01 00:14:00 UTC/,
      /nbf +becomes valid in 30 days, at 2031-01-31 00:00:00 UTC/
    )
  })

  test("shows the claims without a connection, and asks again with R", async () => {
    const { press, see, wire } = await opened()
    wire.disturb = (line, pass, request) => (line.includes("/token/") ? Wire.noConnection(request) : pass)
    await press("I", paste(jwt({ sub: "User:7" })), "enter")
    await see(/sub +User:7/, "✗ No connection to", "R tries again.")
    wire.disturb = undefined
    await press("R")
    await see("✗ The service refused to inspect a token:", /sub +User:7/)
  })

  test("shows its answer after the user has scrolled and unmasked meanwhile, also when asked again", async () => {
    const { press, see, seeNo, wire } = await opened()
    let gate = Promise.withResolvers<void>()
    let isDown = false
    wire.disturb = (line, pass, request) =>
      line.includes("/token/")
        ? Effect.flatMap(
            Effect.promise(() => gate.promise),
            () => (isDown ? Wire.noConnection(request) : pass)
          )
        : pass
    await press("I", "enter")
    await see("loading …")
    await press("j", "r")
    gate.resolve()
    await see(/Status +active/)
    await seeNo("loading …")
    gate = Promise.withResolvers()
    await press("R")
    await expect.poll(() => wire.requests.filter((line) => line.includes("token/info")).length).toBe(2)
    await press("j")
    isDown = true
    gate.resolve()
    await see("✗ No connection to")
  })

  test("reports a token that is not a JWT", async () => {
    const { press, see } = await opened()
    await press("I", paste(demo), "enter")
    await see("Not a JWT: a JWT has three parts with dots between them.")
  })

  test("validates a token for a type and permissions", async () => {
    const { press, see, wire } = await opened()
    await press("T", "tab", "user", "tab", "owner", "tab", "view_contacts, view_account", "enter")
    await see("The token of your session", /Type +user/, /Id +101/)
    expect(wire.requests.at(-1)).toBe(
      "GET /v1/token/validate?resource_type=user&permission_category=owner&permission_list=view_contacts&permission_list=view_account"
    )
    await press("esc", "T", "tab", "tab", "tab", "fly", "enter")
    await see("✗ The service refused to validate a token: The token lacks the permissions fly", /sub +User:101/)
  })

  test("shows a hostile token as plain text in its lines", async () => {
    const { lines, press, see } = await opened({ columns: 60, rows: 20 })
    const nested = JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) as unknown
    const token = jwt({
      ["a\u001B[2Jb"]: "c\u001B]52;c;ZXZpbA==\u0007\r\nd\u202E",
      deep: nested,
      exp: -5,
      iat: "NaN",
      nbf: 1e300,
      long: "x".repeat(50_000)
    })
    await press("I", paste(token), "enter")
    await see("In the token".slice(0, 0) || "The given token", "-5, which is not a time")
    expect(lines().every((line) => line.length <= 60)).toBe(true)
    await press("pageDown")
    await see("(50,000 characters)")
  })
})
