import { Contract, Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import * as Kept from "../../src/requests/Kept.ts"
import * as SdkCode from "../../src/requests/sdkCode.ts"
import { samples, secrets } from "./operations.ts"
import type { Sample } from "./operations.ts"
import { recorder } from "./recorder.ts"
import { project } from "./snippets.ts"

const forms = ["promise", "effect"] as const

const local = { name: "us" as const, baseUrl: "https://us.example.com", apiKey: Redacted.make("the key of all") }

const codeOf = async (sample: Sample, settings: Region.RegionSettings) =>
  Result.getOrThrow(SdkCode.of(Kept.of(sample.request), await Effect.runPromise(Region.make(settings))))

const filesOf = async (all: ReadonlyArray<Sample>, settings: Region.RegionSettings) => {
  const files: Record<string, string> = {}
  for (const [at, sample] of all.entries()) {
    const code = await codeOf(sample, settings)
    for (const form of forms) files[`${form}/${at}-${sample.id}.ts`] = code[form]
  }
  return files
}

describe("the code of a request", () => {
  test("is there for each operation, with its method, and compiles", async () => {
    const all = await samples(local, "the token")
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(Contract.operations.map(({ id }) => id)))
    const files = await filesOf(all, local)
    expect(Object.values(files).filter((code) => /\bRawRequests\b|\.request\(/.test(code))).toEqual([])
    expect(await project(files).compile()).toMatchObject({ stdout: "", code: 0 })
  })

  test.each(forms)("sends the same, as %s", async (form) => {
    const { came, env, region, token } = await recorder()
    const all = await samples(region, token)
    const files = await filesOf(all, region)
    const names = Object.keys(files).filter((name) => name.startsWith(form))
    await project(files).run(names, { ...env, ...secrets })
    expect(
      came.map(({ body, headers, method, path }) => ({
        method,
        path,
        body,
        token: headers["authorization"],
        key: headers["x-service-api-key"]
      }))
    ).toEqual(
      all.map(({ request: { body = "", headers, method, url } }) => ({
        method,
        path: url.slice(new URL(url).origin.length),
        body,
        token: headers["authorization"],
        key: headers["x-service-api-key"]
      }))
    )
    expect(came.filter(({ status }) => status === 200).length).toBeGreaterThan(20)
  })

  test("is the same of a request that was kept, and holds no secret", async () => {
    const all = await samples(local, "the token")
    const region = await Effect.runPromise(Region.make(local))
    for (const { request } of all) {
      const code = Result.getOrThrow(SdkCode.of(Kept.of(request), region))
      expect(Result.getOrThrow(SdkCode.of(request, region))).toEqual(code)
      for (const value of [...Object.values(secrets), "the token", "the key of all"])
        expect(code.promise + code.effect).not.toContain(value)
    }
  })

  test("is a request by hand where no method sends it", async () => {
    const { came, env, region, token } = await recorder()
    const url = `${region.baseUrl}/api`
    const headers = { accept: "application/json", authorization: token, "x-service-api-key": "key" }
    const json = { ...headers, "content-type": "application/json" }
    const all: ReadonlyArray<Sample> = [
      {
        id: "other-path",
        request: { method: "GET", url: `${url}/v1/contacts?page=2&x=a%26b&x=c`, headers, body: undefined }
      },
      {
        id: "other-method",
        request: {
          method: "PATCH",
          url: `${url}/v1/calls`,
          headers: json,
          body: '{"user_id":1,"a b":{"password":"PIN"}}'
        }
      },
      {
        id: "other-field",
        request: { method: "GET", url: `${url}/v1/calls?page=1&colour=red`, headers, body: undefined }
      },
      {
        id: "other-value",
        request: { method: "GET", url: `${url}/v1r1/enterprise/pods?page=01`, headers, body: undefined }
      },
      {
        id: "list",
        request: {
          method: "POST",
          url: `${url}/v1/contacts`,
          headers: { accept: "application/json" },
          body: "[1,null,true,{}]"
        }
      },
      {
        id: "proto",
        request: { method: "POST", url: `${url}/v1/contacts?__proto__=1`, headers, body: '{"__proto__":1}' }
      }
    ].map((sample) => ({
      ...sample,
      request: {
        ...sample.request,
        headers: sample.request.body === undefined ? sample.request.headers : { ...json, ...sample.request.headers }
      }
    }))
    const files = await filesOf(all, region)
    const { compile, run } = project(files)
    expect(await compile()).toMatchObject({ stdout: "", code: 0 })
    await run(Object.keys(files), { ...env, REMOTE_ASSIST_PASSWORD: "PIN" })
    expect(came.map(({ body, method, path }) => `${method} ${path} ${body}`)).toEqual(
      all.flatMap(({ request: { body = "", method, url } }) => {
        const line = `${method} ${url.slice(new URL(url).origin.length)} ${body}`
        return [line, line]
      })
    )
  })

  test("takes a body that was not kept from the environment", async () => {
    const region = await Effect.runPromise(Region.make(local))
    const request = {
      method: "PUT",
      url: "https://us.example.com/api/v1/calls/call_1",
      headers: { accept: "application/json", authorization: "the token" },
      body: JSON.stringify({ extra_info: "long ".repeat(2000) })
    }
    const { effect, promise } = Result.getOrThrow(SdkCode.of(Kept.of(request), region))
    expect(promise).toContain('body: JSON.parse(process.env["REMOTE_ASSIST_BODY"] ?? "")')
    expect(await project({ "promise.ts": promise, "effect.ts": effect }).compile()).toMatchObject({
      stdout: "",
      code: 0
    })
  })

  test.each([
    ["HEAD", "https://us.example.com/api/v1/calls", "The SDK has no HEAD requests."],
    ["GET", "https://eu.example.com/api/v1/calls", "It was sent to another address than that of the region."],
    [
      "GET",
      `https://us.example.com/api/v1/calls?filter=${"x".repeat(5000)}`,
      "Its address, of 5043 characters, was not kept."
    ]
  ])("is none of %s %s", async (method, url, why) => {
    const region = await Effect.runPromise(Region.make(local))
    expect(SdkCode.of(Kept.of({ method, url, headers: {}, body: undefined }), region)).toEqual(Result.fail(why))
  })

  test("has the API key where the region has it", async () => {
    const settings = { ...local, apiKeyHeader: "x-site-key", apiKeyForm: "authorization" as const }
    const all = await samples(settings, "the token")
    const files = await filesOf(
      all.filter(({ id }) => id === "Auth.logIn" || id === "Pods.list"),
      settings
    )
    expect(await project(files).compile()).toMatchObject({ stdout: "", code: 0 })
    const sessions = Object.entries(files).map(([name, code]) => [
      name.replace(/^.*-/, ""),
      code.includes("session.start(")
    ])
    expect(sessions).toEqual([
      ["Auth.logIn.ts", false],
      ["Auth.logIn.ts", false],
      ["Pods.list.ts", true],
      ["Pods.list.ts", true]
    ])
  })
})
