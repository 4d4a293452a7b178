import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSwagger from "effect/http-api/HttpApiSwagger"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Predicate from "effect/Predicate"

import { document } from "../../openapi/document.ts"
import { fieldsOf } from "../../openapi/jsonSchema.ts"

/** What a documentation page is about. */
export interface Shown {
  /** What stands before the path of every address; empty where no tenant is named. */
  readonly base: string
  readonly apiKeyHeader: string
  /** Whether only programs of this machine reach the emulator, whose control plane then asks for no token. */
  readonly local: boolean
  /** The document of the control plane. */
  readonly control: OpenApi.OpenAPISpec
}

const place = "#/components/schemas/"

// both have schemas of their own, such as a Gap and a Call
const ownName = (name: string) => `Control${name}`

const renamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamed)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      key === "$ref" && typeof field === "string" ? `${place}${ownName(field.slice(place.length))}` : renamed(field)
    ])
  )
}

const tagOf = (tag: string) => `control: ${tag}`

const tagsOf = (operation: unknown) => {
  const { tags } = fieldsOf(operation)
  return Array.isArray(tags) ? tags.map((tag) => tagOf(String(tag))) : []
}

const controlPaths = ({ base, control, local }: Shown) =>
  Object.fromEntries(
    Object.entries(control.paths).map(([path, methods]) => [
      path,
      {
        servers: [{ url: base === "" ? "/" : base }],
        ...Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [
            method,
            {
              ...fieldsOf(renamed(operation)),
              tags: tagsOf(operation),
              security: local ? [] : [{ controlToken: [] }]
            }
          ])
        )
      }
    ])
  )

const controlToken = { type: "http", scheme: "bearer", description: "The token of --control-token." }

/** The document of a page: the operations of the service, then those of the control plane. */
export const pageDocument = (shown: Shown) => {
  const { control } = shown
  const { components, paths, tags, ...service } = document(shown.base, shown.apiKeyHeader)
  return {
    ...service,
    tags: [...tags, ...control.tags.map(({ name }) => ({ name: tagOf(name) }))],
    paths: { ...paths, ...controlPaths(shown) },
    components: {
      schemas: {
        ...components.schemas,
        ...Object.fromEntries(
          Object.entries(control.components.schemas).map(([name, schema]) => [ownName(name), renamed(schema)])
        )
      },
      securitySchemes: { ...components.securitySchemes, ...(shown.local ? {} : { controlToken }) }
    }
  }
}

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
