import { assert, describe, it } from "@effect/vitest"
import type { Http } from "@remote-assist/core"
import * as Redacted from "effect/Redacted"

import * as Requests from "../../src/requests/Requests.ts"
import { samples, secrets } from "./operations.ts"

const headers = { accept: "application/json", authorization: "the user token", "x-service-api-key": "the key of all" }

const users: Http.HttpRequest = {
  method: "GET",
  url: "https://us.example.com/us/api/v1r1/enterprise/users?page=1",
  headers,
  body: undefined
}

describe("Requests.toLogged", () => {
  it("holds no secret, of any operation", async () => {
    const region = { name: "us" as const, baseUrl: "https://us.example.com", apiKey: Redacted.make("the key of all") }
    const all = await samples(region, "the user token")
    const values = [...Object.values(secrets), "the key of all", "the user token"]
    const forms = values.flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
    for (const { id, request } of all) {
      const logged = JSON.stringify(Requests.toLogged(request))
      for (const form of forms) assert.notInclude(logged, form, id)
      assert.deepStrictEqual(Requests.toLogged(Requests.toLogged(request)), Requests.toLogged(request))
    }
  })

  it("holds none that stands where none belongs", () => {
    const { body, url } = Requests.toLogged({
      method: "POST",
      url: `https://us.example.com/api/v1/calls?filter=the%20user%20token&API_KEY=k&%74oken=t&page=1`,
      headers,
      body: JSON.stringify({
        note: "I paste the key of all here",
        Password: 1234,
        tokens: { a: ["one", { b: "two" }] },
        deep: [[{ secret: { name: "three" } }]],
        name: null,
        count: 7
      })
    })
    assert.strictEqual(url, "https://us.example.com/api/v1/calls?filter=…&API_KEY=…&%74oken=…&page=1")
    assert.deepStrictEqual(JSON.parse(body ?? ""), {
      note: "I paste … here",
      Password: "…",
      tokens: { a: ["…", { b: "…" }] },
      deep: [[{ secret: { name: "…" } }]],
      name: null,
      count: 7
    })
  })

  it("keeps ordinary words that a key is equal to, and masks the key as a value", () => {
    const { body, url } = Requests.toLogged({
      method: "PUT",
      url: "https://us.example.com/us/api/v1r1/enterprise/users?filter=email%3Dperson&order=personal",
      headers: { "x-service-api-key": "person" },
      body: JSON.stringify({ note: "A person has personal rooms", alt1_id: "person" })
    })
    assert.strictEqual(url, "https://us.example.com/us/api/v1r1/enterprise/users?filter=email%3D…&order=personal")
    assert.deepStrictEqual(JSON.parse(body ?? ""), { note: "A person has personal rooms", alt1_id: "…" })
  })

  it("keeps only public fields of a login", () => {
    const logIn = {
      email: "ada@example.com",
      passwrod: "correct-horse",
      extra: ["one"],
      user_info: { name: "Ada", p: 1 }
    }
    const logged = Requests.toLogged({
      method: "POST",
      url: "https://us/api/v1/auth",
      headers,
      body: JSON.stringify(logIn)
    })
    assert.deepStrictEqual(JSON.parse(logged.body ?? ""), {
      email: "ada@example.com",
      passwrod: "…",
      extra: ["…"],
      user_info: { name: "Ada", p: "…" }
    })
    for (const body of ["password=correct-horse", '"correct-horse"', "correct-horse"])
      assert.notInclude(
        Requests.toLogged({ method: "POST", url: "https://us/api/v1/auth", headers, body }).body ?? "",
        "correct"
      )
  })

  it.each([
    ["a long text", JSON.stringify({ extra_info: "é".repeat(100_000) }), 4096],
    ["a longer one than is read", JSON.stringify({ extra_info: "x".repeat(300_000), password: "no" }), 0],
    ["more levels than a stack has", "[".repeat(100_000) + "]".repeat(100_000), undefined]
  ])("is short of %s", (_, body, length) => {
    const logged = Requests.toLogged({ method: "PUT", url: "https://us/api/v1/calls/1", headers, body })
    assert.isAtMost((logged.body ?? "").length, 4096)
    if (length === undefined) return
    assert.strictEqual(logged.body?.length, length)
    assert.deepStrictEqual(logged.cut, { body: body.length })
  })

  it("is short of a long address, and has what is short as it was", () => {
    const url = `https://us/api/v1/calls/${"c".repeat(5000)}?page=1`
    const logged = Requests.toLogged({ ...users, url })
    assert.deepStrictEqual([logged.url.length, logged.cut], [4096, { url: url.length }])
    assert.notProperty(Requests.toLogged(users), "cut")
  })
})
