import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { ControlApi } from "../../../src/library/Control.ts"
import { Emulator } from "../../../src/library/Emulator.ts"
import { ask, served } from "../../support/served.ts"

const page = Effect.gen(function* () {
  const response = yield* ask("/__mock/docs")
  return { response, html: yield* Effect.promise(() => response.text()) }
})

const documentOf = (html: string) => {
  const [, text = ""] = /<script id="swagger-spec" type="application\/json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(text)
}

const linesOf = (paths: Readonly<Record<string, object>>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "servers")
      .map((method) => `${method.toUpperCase()} ${path}`)
  )

const controlLines = Object.values(ControlApi.groups).flatMap((group) =>
  Object.values(group.endpoints).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
)

layer(Emulator.layerServer({ port: 0 }))("the documentation page", (it) => {
  it.effect("is HTML that contains the OpenAPI document with the emulator's addresses", () =>
    Effect.gen(function* () {
      const { html, response } = yield* page
      assert.strictEqual(response.status, 200)
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/)
      const { components, info, paths, servers } = documentOf(html)
      const document = yield* served
      assert.deepInclude(paths, document.paths)
      assert.deepInclude(components.schemas, document.components.schemas)
      assert.deepStrictEqual(components.securitySchemes, document.components.securitySchemes)
      assert.strictEqual(info.title, "Remote-assistance service")
      assert.deepStrictEqual(
        servers.map(({ url }: { url: string }) => url),
        ["/us/api", "/eu/api"]
      )
    })
  )

  it.effect("shows every operation of the control plane at its address", () =>
    Effect.gen(function* () {
      const { components, paths } = documentOf((yield* page).html)
      const lines = linesOf(paths)
      assert.sameMembers(lines, [...linesOf((yield* served).paths), ...controlLines])
      assert.deepStrictEqual(paths["/__mock/clock"].servers, [{ url: "/" }])
      assert.deepStrictEqual(paths["/__mock/clock"].get.tags, ["control: clock"])
      assert.deepStrictEqual(paths["/__mock/clock"].get.security, [])
      for (const [, name = ""] of JSON.stringify(paths).matchAll(/#\/components\/schemas\/(\w+)/g))
        assert.property(components.schemas, name)
      const tenant = yield* Effect.flatMap(ask("/t/one/__mock/docs"), (answer) => Effect.promise(() => answer.text()))
      assert.deepStrictEqual(documentOf(tenant).paths["/__mock/clock"].servers, [{ url: "/t/one" }])
    })
  )

  it.effect("has the API key filled in, and keeps a different one that was entered", () =>
    Effect.gen(function* () {
      const { html } = yield* page
      const options = html.slice(html.lastIndexOf("SwaggerUIBundle({"))
      assert.include(options, "persistAuthorization: true")
      assert.include(options, 'const key = "demo-api-key"')
    })
  )

  it.effect("loads nothing from another origin", () =>
    Effect.gen(function* () {
      const { html } = yield* page
      const markup = html.replaceAll(/(<(script|style)[^>]*>).*?<\/\2>/gs, "$1")
      assert.include(markup, "swagger-ui")
      assert.include(markup, '<link rel="icon" href="data:,">')
      assert.notMatch(markup, /\b(?:src|href|action)\s*=(?!"data:)/)
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join("\n")
      assert.notMatch(styles, /@import|url\(\s*["']?(?!["']?data:)/)
    })
  )

  it.effect("lets the browser connect to the emulator only, and no site frame it", () =>
    Effect.gen(function* () {
      const { response } = yield* page
      const policy = response.headers.get("content-security-policy") ?? ""
      assert.match(policy, /^default-src 'none'; /)
      assert.match(policy, /connect-src 'self';/)
      assert.notMatch(policy, /https?:|\*/)
      for (const directive of ["base-uri", "form-action", "frame-ancestors"])
        assert.include(policy, `${directive} 'none'`)
    })
  )
})

layer(Emulator.layerServer({ port: 0, gaps: { "api-key.value": ["</script>"] } }))(
  "a documentation page with markup in the API key",
  (it) => {
    it.effect("escapes it in its script", () =>
      Effect.gen(function* () {
        const { html } = yield* page
        assert.include(html, String.raw`const key = "\u003c/script>"`)
      })
    )
  }
)

layer(Emulator.layerServer({ port: 0, host: "0.0.0.0", controlToken: Redacted.make("s3cret") }))(
  "the documentation page of an emulator on the network",
  (it) => {
    it.effect("has no key filled in, and requires the control token", () =>
      Effect.gen(function* () {
        const { html } = yield* page
        assert.include(html, "const key = null")
        assert.notInclude(html.slice(html.lastIndexOf("SwaggerUIBundle({")), "demo-api-key")
        const { components, paths } = documentOf(html)
        assert.deepStrictEqual(paths["/__mock/clock"].get.security, [{ controlToken: [] }])
        assert.deepInclude(components.securitySchemes.controlToken, { type: "http", scheme: "bearer" })
      })
    )
  }
)
