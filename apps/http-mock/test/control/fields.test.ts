import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { ask } from "../support/served.ts"

const operations = ["Calls.list"]

layer(Emulator.layerServer({ port: 0 }))("a misspelt field in a control request", (it) => {
  it.effect.each([
    ["POST /faults", { operations, does: { kind: "status", stauts: 500 } }, "stauts"],
    ["POST /faults", { operations, does: { kind: "status", status: 500 }, wen: { nth: 1 } }, "wen"],
    ["POST /faults", { operations, latency: { fixd: 1 } }, "fixd"],
    ["POST /clock", { advnace: "1 day" }, "advnace"],
    ["POST /calls", [], "body: use an object."],
    ["POST /calls", "", "The body is missing. Send a JSON object with from and to."],
    ["POST /clock", " ", "The body is missing: use a valid JSON body."],
    ["POST /calls/x/actions", "", "The body is missing: use an action whose do is one of ring, answer, "],
    ["POST /clock", "", "The body is missing. Send a JSON object with set, advance or scale."],
    ["POST /faults", "", "The body is missing. Send a JSON object with operations."],
    ["PUT /rate-limit", "", "The body is missing. Send a JSON object with limits."],
    ["PUT /gaps/auth.password", "", "The body is missing. Send a JSON object with choice."],
    ["POST /clock", { advance: "31" }, "body.advance: use a finite duration such as 31 days."],
    [
      "GET /outbox/wait?timeout=5s",
      undefined,
      "query.timeout: use a duration of at most 1 minute, such as 10 seconds."
    ],
    ["GET /outbox/wait?timeout=61 seconds", undefined, "use a duration of at most 1 minute, such as 10 seconds."],
    ["POST /clock", { advance: 31 }, "body.advance: use a finite duration such as 31 days."],
    ["POST /clock", { set: 31 }, "body.set: use a date-time, such as 2026-01-01T12:00:00Z."],
    [
      "POST /faults",
      { operations, ttl: 600 },
      "body.ttl: use a positive duration of at most 36500 days, such as 10 minutes."
    ],
    ["POST /faults", { operations, latency: { fixed: "200ms" } }, "fixed: use a number of milliseconds such as 200."],
    ["POST /faults", { operations, latency: { min: 1, max: "1s" } }, "max: use a number of milliseconds such as 200."],
    ["POST /faults", { operations, latency: { fixed: -1 } }, "fixed: use a value between 0 and 3600000."],
    [
      "POST /faults",
      { operations, does: { kind: "slow", every: "1s" } },
      "does.every: use a number of milliseconds such as 200."
    ],
    [
      "POST /faults",
      { operations, does: { kind: "rateLimit", retryAfter: "5s" } },
      "does.retryAfter: use a number of seconds such as 5."
    ],
    [
      "POST /faults",
      { operations, does: { kind: "truncate", bytes: "1 kB" } },
      "does.bytes: use a number of bytes such as 512."
    ],
    [
      "POST /faults",
      { operations, when: { probability: "5%" } },
      "probability: use a number from 0 to 1 such as 0.05."
    ],
    ["PUT /rate-limit", { limits: [{ requests: 1, seconds: "1m" }] }, "seconds: use a number of seconds such as 60."],
    ["POST /calls", { from: "ada", to: "grace", startsAt: 5 }, "body.startsAt: use a date-time, such as"],
    [
      "POST /calls",
      { from: "ada", to: "grace", steps: [{ do: "ring", at: 5 }] },
      "body.steps[0].at: use a duration after the start, such as 12 seconds, at most a year."
    ],
    [
      "POST /faults",
      '{\n "operations": [}',
      "Cannot use the body: it is not JSON from line 2, column 17. Correct it there."
    ],
    ["PUT /gaps/auth.password", { choice: "x", chosen: "x" }, "chosen"],
    ["PUT /gaps/errors.codes", { choice: { credential: 7 } }, "by credentials, token,"],
    ["POST /reset", { snapshot: true }, "snapshot"],
    ["POST /undo", { conut: 1 }, "conut"],
    ["POST /snapshots/initial/branch", { tenant: "a", tenat: "b" }, "tenat"],
    ["PUT /state", { wrolds: {} }, "wrolds"],
    ["GET /outbox?form=a", undefined, "form"],
    ["GET /diff?form=initial", undefined, "form"],
    ["GET /journal?statsu=401", undefined, "statsu"],
    ["GET /journal.har?secret=true", undefined, "secret"],
    ["DELETE /faults?id=fault-1", undefined, "id"],
    ["GET /clock?at=now", undefined, "/__mock/clock has no query parameter at. Remove it."],
    ["GET /journal/7?secrets=true", undefined, "secrets"],
    ["POST /rate-limit/reset?limit=1", {}, "limit"],
    ["POST /clock", { advance: "Infinity" }, "body.advance: use a finite duration such as 31 days."],
    ["GET /openapi.json?vers=2", undefined, "/__mock/openapi.json has no query parameter vers. Remove it."],
    ["GET /health?x=1", undefined, "has no query parameter x"],
    ["GET /keys?x=1", undefined, "has no query parameter x"],
    ["PUT /gaps/limits.status", { choice: 418 }, "The choice at limits.status is not valid. Use 429 or 503."],
    ["GET /journal?limit=x", undefined, "query.limit: use a number."],
    ["GET /calls?limit=x", undefined, "query.limit: use a number."],
    ["GET /journal?operation=Cals.list", undefined, "query.operation: There is no operation Cals.list. The nearest is"]
  ] as const)("results in a 400 that names it: %s %j", ([line, body, field]) =>
    Effect.gen(function* () {
      const [method = "", path] = line.split(" ")
      const answer = yield* ask(`/__mock${path}`, {
        method,
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
      const text = yield* Effect.promise(() => answer.text())
      assert.strictEqual(answer.status, 400, text)
      assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      assert.include(text, field)
    })
  )
})
