import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSwagger from "effect/http-api/HttpApiSwagger"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"

import { pageDocument } from "./pageDocument.ts"
import type { Shown } from "./pageDocument.ts"

const path = "/docs"

const html = (shown: Shown) => {
  const documented = HttpApi.make("documented").annotate(OpenApi.Transform, () => pageDocument(shown))
  return Effect.acquireUseRelease(
    Effect.sync(() => HttpRouter.toWebHandler(HttpApiSwagger.layer(documented, { path }), { disableLogger: true })),
    ({ handler }) =>
      Effect.promise(() => handler(new Request(`http://emulator.internal${path}`)).then((answer) => answer.text())),
    ({ dispose }) => Effect.promise(dispose)
  )
}

// the last option that Effect gives Swagger UI; its own code comes before
const lastOption = `dom_id: "#swagger-ui",`

// what somebody has typed goes before the key that the page knows
const optionsOf = (apiKey: string | undefined) => {
  const known = JSON.stringify(apiKey ?? null).replaceAll("<", String.raw`\u003c`)
  return `${lastOption}
        persistAuthorization: true,
        onComplete: () => {
          const key = ${known}
          if (key !== null && !("apiKey" in JSON.parse(localStorage.getItem("authorized") ?? "{}")))
            window.ui.preauthorizeApiKey("apiKey", key)
        },`
}

const head = "<head>"

// a browser asks the emulator for an icon otherwise, and is refused
const icon = `<link rel="icon" href="data:,">`

/** The documentation page, which can also try the operations, in one piece of HTML; with an API key, that one is filled in. */
export const page = (shown: Shown, apiKey: string | undefined): Effect.Effect<string> =>
  Effect.map(html(shown), (text) => {
    const at = text.lastIndexOf(lastOption)
    const whole = `${text.slice(0, at)}${optionsOf(apiKey)}${text.slice(at + lastOption.length)}`
    const begun = whole.indexOf(head) + head.length
    return `${whole.slice(0, begun)}${icon}${whole.slice(begun)}`
  })
