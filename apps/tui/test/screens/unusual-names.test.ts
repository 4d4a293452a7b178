import * as Effect from "effect/Effect"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

const names = [
  "Grace 👩‍🚀👩‍👩‍👧‍👦🇩🇪",
  "\u061CGrace\u200B\u200D\u2028Hopper\u2029",
  "Grace\u{E0041}\u{E0042}\u202E Hopper",
  "Grace\u001B[2J\u009B2J\u0007 Hopper",
  "नि山田太郎 กำ 1️⃣ ❤️"
]

const named = (name: string) =>
  start({
    columns: 80,
    rows: 15,
    disturb: (line, pass, request) =>
      line.startsWith("GET /") && line.includes("users")
        ? Effect.flatMap(pass, (answer) =>
            Effect.map(answer.text, (body) =>
              HttpClientResponse.fromWeb(
                request,
                new Response(body.replaceAll(/"Grace Hopper"/g, JSON.stringify(name)), {
                  status: answer.status,
                  headers: { ...answer.headers }
                })
              )
            )
          ).pipe(Effect.orDie)
        : pass
  })

// oxlint-disable-next-line no-control-regex -- the pattern matches control sequences
const sequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\(B)|[\r\n\u000F]/g

describe("a name", () => {
  test.each(names)("keeps every row and column in place: %j", async (name) => {
    const plain = named("Grace Hopper")
    await plain.see("Users 1 of 4", "● live", "grace@example.com")
    const odd = named(name)
    await odd.see("Users 1 of 4", "● live", "grace@example.com")
    const cells = ({ terminal }: typeof odd) =>
      Array.from({ length: 15 }, (_, row) =>
        Array.from({ length: 80 }, (_, x) => terminal.buffer.active.getLine(row)?.getCell(x)?.getChars()).lastIndexOf(
          "@"
        )
      )
    expect(cells(odd)).toEqual(cells(plain))
    expect(odd.lines().at(-2)).toBe(plain.lines().at(-2))
    expect(odd.output.join("").replaceAll(sequences, "")).not.toMatch(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
    )
  })
})
