import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../../src/library/Emulator.ts"
import { ask, served } from "../../support/served.ts"

const page = Effect.gen(function* () {
  const response = yield* ask("/__mock/docs")
  return { response, html: yield* Effect.promise(() => response.text()) }
})

layer(Emulator.layerServer({ port: 0 }))("the documentation page", (it) => {
  it.effect("is HTML with the document in it, on the emulator's own addresses", () =>
    Effect.gen(function* () {
      const { html, response } = yield* page
      assert.strictEqual(response.status, 200)
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/)
      const [, text = ""] = /<script id="swagger-spec" type="application\/json">(.*?)<\/script>/s.exec(html) ?? []
      const { servers, ...rest } = JSON.parse(text)
      const { servers: _, ...document } = yield* served
      assert.deepStrictEqual(rest, document)
      assert.deepStrictEqual(
        servers.map(({ url }: { url: string }) => url),
        ["/us/api", "/eu/api"]
      )
    })
  )

  it.effect("refers to nothing outside itself", () =>
    Effect.gen(function* () {
      const { html } = yield* page
      const markup = html.replaceAll(/(<(script|style)[^>]*>).*?<\/\2>/gs, "$1")
      assert.include(markup, "swagger-ui")
      assert.notMatch(markup, /\b(?:src|href|action)\s*=/)
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join("\n")
      assert.notMatch(styles, /@import|url\(\s*["']?(?!["']?data:)/)
    })
  )

  it.effect("lets the browser ask nobody but the emulator", () =>
    Effect.gen(function* () {
      const { response } = yield* page
      const policy = response.headers.get("content-security-policy") ?? ""
      assert.match(policy, /^default-src 'none'; /)
      assert.match(policy, /connect-src 'self';/)
      assert.notMatch(policy, /https?:|\*/)
    })
  )
})
