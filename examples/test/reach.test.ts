import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"

import { assert, layer } from "@effect/vitest"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import { rolldown } from "rolldown"

import type * as Page from "./page.ts"

const bundle = async () => {
  const build = await rolldown({ input: fileURLToPath(new URL("page.ts", import.meta.url)), platform: "browser" })
  const { output } = await build.generate({ format: "iife", name: "page", codeSplitting: false })
  await build.close()
  return output[0]
}

const bundled = Effect.runSync(Effect.cached(Effect.promise(bundle)))

// what the web gives a worker, beside the language's own globals: no window, no document, nothing of Node
const web = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "DOMException",
  "FormData",
  "Headers",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "atob",
  "btoa",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "fetch",
  "performance",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
  "structuredClone"
] as const

const load = (code: string): typeof Page => {
  const globals = createContext(Object.fromEntries(web.map((name) => [name, globalThis[name]])))
  return runInContext(`globalThis.self = globalThis; ${code}; page`, globals)
}

const ofNode = /\b(?:process|Buffer|global)(?:\.\w|\[)|\brequire\(|\bnode:|\b__(?:dirname|filename)\b/

layer(Emulator.layerServer({ port: 0 }), { excludeTestServices: true })("in a browser and in a worker", (it) => {
  it.effect("the SDK is one file that names nothing of Node", () =>
    Effect.gen(function* () {
      const { dynamicImports, imports, modules } = yield* bundled
      assert.deepStrictEqual([...imports, ...dynamicImports], [])
      const own = Object.entries(modules).filter(([path]) => path.includes("/packages/core/"))
      assert.isAbove(own.length, 20)
      for (const [path, { code }] of own) assert.notMatch(code ?? "", ofNode, path)
    })
  )

  for (const form of ["withEffect", "withPromises"] as const)
    it.effect(`the SDK logs in and reads users, ${form}`, () =>
      Effect.gen(function* () {
        const { baseUrl, demo } = yield* Emulator
        const { code } = yield* bundled
        const settings = { name: "us", baseUrl: baseUrl.us, apiKey: demo.apiKey } as const
        const emails = yield* Effect.promise(() => load(code)[form](settings, demo))
        assert.strictEqual(emails.length, 4)
        assert.include(emails, demo.email)
      })
    )
})
