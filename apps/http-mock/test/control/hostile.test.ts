import { assert, describe, it } from "@effect/vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { StartedEmulator } from "../../src/library/promise.ts"

type Json = any

const texts = [
  "Infinity",
  "-Infinity",
  "-5 millis",
  "NaN millis",
  "1e400 days",
  "99999999999999999999 days",
  "",
  "constructor",
  "__proto__",
  "toString",
  "\ud800",
  "a\u0000b",
  "%zz",
  "x".repeat(100_000),
  "9".repeat(400),
  "-1",
  "1e308"
]

const nested = (depth: number, open: string, close: string, inner = "1") =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`

const deep = [
  nested(5_000, "[", "]"),
  nested(50_000, "[", "]"),
  nested(50_000, '{"a":', "}"),
  nested(50_000, '{"choice":', "}"),
  nested(50_000, '{"default":', "}")
]

const values: ReadonlyArray<string> = [
  ...texts.map((text) => JSON.stringify(text)),
  ...deep,
  ...deep.map((text) => JSON.stringify(text)),
  "1e400",
  "-1e308",
  "9007199254740993",
  "-1",
  "0.5",
  "null",
  "true",
  "[]",
  "{}",
  "[null]",
  '{"__proto__":{"a":1}}',
  '{"constructor":1}'
]

// bodies are parsed, and their depth is limited, before their fields are read
const small = values.filter((value) => value.length < 10_000)

const fields = (schema: Json, document: Json): ReadonlyArray<string> => {
  if (schema === undefined) return []
  if (schema.$ref !== undefined)
    return fields(document.components.schemas[schema.$ref.replace("#/components/schemas/", "")], document)
  return [
    ...Object.keys(schema.properties ?? {}),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((one: Json) =>
      fields(one, document)
    )
  ]
}

const of = (emulator: StartedEmulator, method: string, path: string, body?: string) =>
  emulator.handler(
    new Request(`http://emulator${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body })
    })
  )

/** The endpoints of the document, except the two that wait. */
const endpointsOf = async (emulator: StartedEmulator) => {
  const document: Json = await (await of(emulator, "GET", "/__mock/control.json")).json()
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(() => !/stream|wait/.test(path))
      .map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        query: parameters.filter((one: Json) => one.in === "query").map((one: Json) => one.name as string),
        fields:
          path === "/__mock/faults"
            ? faultFields
            : fields(requestBody?.content?.["application/json"]?.schema, document),
        hasBody: requestBody !== undefined
      }))
  )
}

const known: Readonly<Record<string, Record<string, unknown>>> = {
  "/__mock/faults": { operations: ["EnterpriseUsers.list"], does: { kind: "status", status: 503 } }
}

const faultFields = ["operations", "region", "when", "latency", "does", "after", "ttl"]

const withField = (base: Record<string, unknown>, field: string, value: string) => {
  const entries = Object.entries({ ...base, [field]: undefined }).map(
    ([name, plain]) => `${JSON.stringify(name)}:${name === field ? value : JSON.stringify(plain)}`
  )
  return `{${entries.join(",")}}`
}

describe("the control plane", () => {
  it("rejects hostile input with a message, never with a defect", { timeout: 120_000 }, async () => {
    await using emulator = await startEmulator()
    const state: Json = await (await of(emulator, "GET", "/__mock/state")).json()
    const bodies: Readonly<Record<string, Record<string, unknown>>> = { ...known, "/__mock/state": state }
    const failed: Array<string> = []
    const check = async (method: string, path: string, body?: string) => {
      const answer = await of(emulator, method, path, body)
      const text = await answer.text()
      if (answer.status >= 500)
        failed.push(`${answer.status} ${method} ${path.slice(0, 120)} ${body?.length} ${body?.slice(0, 160)}`)
      else if (answer.status >= 400 && text !== "") assert.isString(JSON.parse(text).detail ?? JSON.parse(text).title)
      return { status: answer.status, text }
    }
    for (const { fields, hasBody, method, path, query } of await endpointsOf(emulator)) {
      const filled = (value: string) => path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(value))
      const safe = texts.filter((text) => text !== "\ud800" && text.length < 10_000)
      for (const text of safe) await check(method, filled(text), hasBody ? "{}" : undefined)
      for (const name of query)
        for (const text of safe) await check(method, `${filled("one")}?${name}=${encodeURIComponent(text)}`)
      if (!hasBody) continue
      const base = bodies[path] ?? {}
      for (const value of ["", "{", ...values]) await check(method, filled("refresh.reuse"), value)
      for (const field of fields)
        for (const value of small) await check(method, filled("refresh.reuse"), withField(base, field, value))
    }
    for (const does of ["status", "rateLimit", "html", "truncate", "slow", "malformed"])
      for (const field of ["status", "retryAfter", "bytes", "chunk", "every", "message", "code", "shape"])
        for (const value of small)
          await check(
            "POST",
            "/__mock/faults",
            `{"operations":["*"],"does":{"kind":"${does}",${JSON.stringify(field)}:${value}}}`
          )
    for (const value of values) {
      for (const field of ["us", "eu", "pace"])
        await check(
          "PUT",
          "/__mock/state",
          `{"version":1,"pace":null,"us":{},"eu":{},${JSON.stringify(field)}:${value}}`
        )
    }
    for (const gap of ["token.life", "refresh.life", "token.owner-category", "auth.guest-permissions", "pat.life"])
      for (const value of values) await check("PUT", `/__mock/gaps/${gap}`, `{"choice":${value}}`)
    assert.deepStrictEqual(failed, [])
  })

  it("describes the valid input in the message", async () => {
    await using emulator = await startEmulator()
    const detailOf = async (method: string, path: string, body?: string) => {
      const answer = await of(emulator, method, path, body)
      return `${answer.status} ${await answer.text()}`
    }
    const fault = (ttl: string) => JSON.stringify({ operations: ["*"], does: { kind: "reset" }, ttl })
    for (const ttl of ["Infinity", "-1 minute", "0 millis", "40000 days"])
      assert.match(
        await detailOf("POST", "/__mock/faults", fault(ttl)),
        /^400 .*a positive duration of at most 36500 days, such as 10 minutes/
      )
    const nest = nested(101, "[", "]")
    assert.match(
      await detailOf("PUT", "/__mock/gaps/refresh.reuse", `{"choice":${nest}}`),
      /^400 .*is nested more than 100/
    )
    assert.match(
      await detailOf("PUT", "/__mock/gaps/refresh.reuse", `{"choice":"${nest}"}`),
      /^400 .*The choice at refresh.reuse is not valid\. Use grace, once or always\./
    )
    assert.match(await detailOf("GET", "/__mock/gaps/constructor"), /^404 .*no gap constructor/)
  })
})
