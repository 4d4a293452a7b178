import { assert, describe, it } from "vitest"

import { startEmulator } from "../../apps/http-mock/src/library/promise.ts"
import type { StartedEmulator } from "../../apps/http-mock/src/library/promise.ts"
import { match, operations } from "../../packages/core/src/Contract.ts"
import { files } from "../gen/bruno.ts"

const requests = files.filter(([, text]) => text.startsWith("meta {"))

const parse = (text: string) => {
  const [, method = "", path = ""] = /^(get|post|put|delete) \{\n {2}url: \{\{baseUrl\}\}(\S+)/m.exec(text) ?? []
  const params = new Map(Array.from(text.matchAll(/^ {2}(\w+): (\S+)$/gm), ([, name, value]) => [name, value]))
  return { method: method.toUpperCase(), path: path.replaceAll(/:(\w+)/g, (_, name) => params.get(name) ?? "") }
}

const blockOf = (text: string, name: string) => new RegExp(`^${name} \\{\\n(.*?)^\\}`, "ms").exec(text)?.[1] ?? ""

const entriesOf = (text: string, name: string) =>
  Array.from(
    blockOf(text, name).matchAll(/^ {2}([\w-]+): (.*)$/gm),
    ([, key = "", value = ""]) => [key, value] as const
  )

/** Sends a request as Bruno does, which ignores the block of query parameters, and sets the variables of the answer. */
const send = async ({ fetch }: StartedEmulator, text: string, variables: Map<string, unknown>) => {
  const expand = (part: string) => part.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(variables.get(name)))
  const { method, path } = parse(text)
  const body = expand(blockOf(text, "body:json"))
  const headers = entriesOf(text, "headers").map(([name, value]) => [name, expand(value)])
  const answer = await fetch(expand(`{{baseUrl}}${path}`), {
    method,
    headers: {
      "x-service-api-key": expand("{{apiKey}}"),
      ...Object.fromEntries(headers),
      ...(body !== "" && { "content-type": "application/json" })
    },
    ...(body !== "" && { body })
  })
  const content = await answer.text()
  for (const [name, source] of entriesOf(text, "vars:post-response"))
    variables.set(name, JSON.parse(content)[source.replace("res.body.", "")])
  return answer.ok ? "accepted" : content
}

describe("the collection for Bruno", () => {
  it("has a request for each operation", () => {
    const found = requests.map(([, text]) => parse(text)).map(({ method, path }) => match(method, path)?.operation.id)
    assert.sameMembers(
      found,
      operations.map(({ id }) => id)
    )
  })

  it("sends JSON bodies", () => {
    const bodies = requests.flatMap(([, text]) => /^body:json \{\n(.*?)^\}/ms.exec(text)?.[1] ?? [])
    assert.isAbove(bodies.length, 10)
    for (const body of bodies) assert.isObject(JSON.parse(body))
  })

  it.each(requests)("has a request that the default world accepts after a log-in: %s", async (_, text) => {
    const emulator = await startEmulator()
    const variables = new Map<string, unknown>([
      ["baseUrl", `${emulator.baseUrl.us}/api`],
      ["apiKey", emulator.demo.apiKey]
    ])
    const [, logIn = ""] = requests.find(([name]) => name.endsWith("/logInV1R1.bru")) ?? []
    assert.strictEqual(await send(emulator, logIn, variables), "accepted")
    assert.strictEqual(await send(emulator, text, variables), "accepted")
    await emulator.close()
  })
})
