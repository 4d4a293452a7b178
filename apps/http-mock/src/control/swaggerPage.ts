import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSwagger from "effect/http-api/HttpApiSwagger"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Record from "effect/Record"

import { document } from "../openapi/document.ts"

export interface PageOptions {
  /** The prefix of all paths; empty without a tenant. */
  readonly base: string
  readonly apiKeyHeader: string
  /** Whether the control plane needs no token. */
  readonly local: boolean
  /** The OpenAPI document of the control plane. */
  readonly control: OpenApi.OpenAPISpec
}

const tagOf = (tag: string) => `control: ${tag}`

const controlPaths = ({ base, control, local }: PageOptions) => {
  const shown = (operation: OpenApi.OpenAPISpecOperation | undefined) =>
    operation && { ...operation, tags: operation.tags.map(tagOf), security: local ? [] : [{ controlToken: [] }] }
  return Record.map(control.paths, ({ delete: remove, get, post, put }) => ({
    servers: [{ url: base === "" ? "/" : base }],
    get: shown(get),
    post: shown(post),
    put: shown(put),
    delete: shown(remove)
  }))
}

const controlToken = { type: "http", scheme: "bearer", description: "The token of --control-token." }

/** Returns the document of a page: the operations of the service, then those of the control plane. */
const pageDocument = (options: PageOptions) => {
  const { control } = options
  const { components, paths, tags, ...service } = document(options.base, options.apiKeyHeader)
  return {
    ...service,
    tags: [...tags, ...control.tags.map(({ name }) => ({ name: tagOf(name) }))],
    paths: { ...paths, ...controlPaths(options) },
    components: {
      schemas: { ...components.schemas, ...control.components.schemas },
      securitySchemes: { ...components.securitySchemes, ...(options.local ? {} : { controlToken }) }
    }
  }
}

const path = "/docs"

const html = (options: PageOptions) => {
  const documented = HttpApi.make("documented").annotate(OpenApi.Transform, () => pageDocument(options))
  return Effect.acquireUseRelease(
    Effect.sync(() => HttpRouter.toWebHandler(HttpApiSwagger.layer(documented, { path }), { disableLogger: true })),
    ({ handler }) =>
      Effect.promise(() => handler(new Request(`http://emulator.internal${path}`)).then((answer) => answer.text())),
    ({ dispose }) => Effect.promise(dispose)
  )
}

// the last option that Effect sets for Swagger UI
const lastOption = `dom_id: "#swagger-ui",`

// a key that the user entered has precedence
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

// prevents a request for an icon
const icon = `<link rel="icon" href="data:,">`

/** Returns the documentation page with a client as HTML, with the API key filled in if there is one. */
export const page = (options: PageOptions, apiKey: string | undefined): Effect.Effect<string> =>
  Effect.map(html(options), (text) => {
    const at = text.lastIndexOf(lastOption)
    const whole = `${text.slice(0, at)}${optionsOf(apiKey)}${text.slice(at + lastOption.length)}`
    const begun = whole.indexOf(head) + head.length
    return `${whole.slice(0, begun)}${icon}${whole.slice(begun)}`
  })
