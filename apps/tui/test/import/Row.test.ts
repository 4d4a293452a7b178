import { Pods } from "@remote-assist/core"
import { describe, expect, test } from "vitest"

import { podResolver } from "../../src/import/Plan.ts"
import { parseRow, rowHash } from "../../src/import/UserFile.ts"

const columns = { at: { name: 0, email: 1, role: 2, pods: 3, mail: 4 }, unused: [] }

const row = (...cells: ReadonlyArray<string>) => parseRow(columns, 7, cells, 5)

describe("a row", () => {
  test("is read without what a text has around it, and an export puts before it", () => {
    expect(row(" Ann\n Lee ", " a@b.c ", "'=User", "", "Yes")).toMatchObject({
      line: 7,
      name: "Ann Lee",
      email: "a@b.c",
      role: "=User",
      mail: true,
      problem: undefined
    })
  })

  test.each([
    [["Ann", ""], "no e-mail"],
    [["Ann", "a.b.c"], "the e-mail has no @"],
    [["", "a.b.c", "", "", "perhaps"], "the e-mail has no @; no name; mail is neither yes nor no: perhaps"],
    [["Ann", "a@b@c"], "the e-mail is not an e-mail address, such as name@domain"],
    [["Ann", "a b@c"], "the e-mail is not an e-mail address, such as name@domain"],
    [["Ann", "@c"], "the e-mail is not an e-mail address, such as name@domain"],
    [["", "a@b"], "no name"],
    [["Z\uFFFDe", "a@b"], "� stands for a character that was lost"],
    [["A\u001B[2Jn", "a@b"], "a control character"],
    [["Ann", "a@b", "", "", "perhaps"], "mail is neither yes nor no: perhaps"],
    [["Lee", "a@b", "", "", "", "x"], "6 cells under 5 columns: put quotes around text with the delimiter"]
  ])("cannot be sent: %j", (cells, problem) => {
    expect(row(...cells).problem).toBe(problem)
  })

  test("is equal for rows with the same content in any line", () => {
    const [one, other] = [row("Ann", "a@b"), parseRow(columns, 9, ["Ann ", "a@b"], 5)]
    expect(rowHash(one)).toBe(rowHash(other))
    expect(rowHash(one)).not.toBe(rowHash(row("Ann", "a@b", "User")))
  })
})

describe("pods", () => {
  const pod = (id: number, name: string) => ({ id: Pods.PodId.make(id), name })
  const resolve = podResolver([
    pod(1, "Everyone"),
    pod(2, "Night Shift"),
    pod(3, "Sales, West"),
    pod(4, "twins"),
    pod(5, "TWINS"),
    pod(6, "2"),
    pod(7, "Same"),
    pod(8, "Same")
  ])
  const found = (cell: string) => {
    const result = resolve(cell)
    return result._tag === "Success" ? result.success : result.failure
  }

  test.each([
    ["", []],
    ["2", [2]],
    ["night shift", [2]],
    ["1; Night Shift", [1, 2]],
    ["Sales, West", [3]],
    ["Sales, West; Everyone;", [3, 1]],
    ["twins", [4]],
    ["Nite Shift", "no such pod: Nite Shift"],
    ["Everyone; 99; Nope", "no such pod: 99; no such pod: Nope"],
    ["same", "several pods are called same: give the id, 7 or 8"]
  ])("are known by id and by name: %s", (cell, ids) => {
    expect(found(cell)).toEqual(ids)
  })
})
