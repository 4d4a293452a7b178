import type * as OpenApi from "effect/http-api/OpenApi"
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
