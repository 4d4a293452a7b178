import { assert, describe, it } from "vitest"

import { match, operations } from "../../packages/core/src/Contract.ts"
import { files } from "../gen/bruno.ts"

const requests = files.filter(([, text]) => text.startsWith("meta {"))

const parse = (text: string) => {
  const [, method = "", path = ""] = /^(get|post|put|delete) \{\n {2}url: \{\{baseUrl\}\}(\S+)/m.exec(text) ?? []
  const params = new Map(Array.from(text.matchAll(/^ {2}(\w+): (\S+)$/gm), ([, name, value]) => [name, value]))
  return { method: method.toUpperCase(), path: path.replaceAll(/:(\w+)/g, (_, name) => params.get(name) ?? "") }
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
})
