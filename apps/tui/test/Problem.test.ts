import { Errors } from "@remote-assist/core"
import { describe, expect, test } from "vitest"

import * as Problem from "../src/Problem.ts"

const refusals: ReadonlyArray<readonly [string, Problem.Failure, string]> = [
  ["v1", new Errors.ErrorV1({ status: 401, code: 7, message: "Not allowed." }), "Not allowed (code 7)."],
  ["v1r1", new Errors.ErrorV1R1({ code: 7, message: "not allowed", name: "generic" }), "not allowed (code 7)."],
  ["text", new Errors.ErrorText({ status: 403, message: "Not allowed." }), "Not allowed (status 403)."]
]

describe("a problem", () => {
  test.each(refusals)("tells of a refusal in the form %s", (_, error, said) => {
    expect(Problem.of("list the pods", error, "Log in otherwise.")).toEqual({
      kind: "refused",
      what: `The service refused to list the pods: ${said}`,
      todo: "Log in otherwise."
    })
  })
})
