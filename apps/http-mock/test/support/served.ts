import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"

export interface Reference {
  readonly $ref: string
}

export interface Body {
  readonly content?: { readonly "application/json": { readonly schema: Reference; readonly example?: unknown } }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: ReadonlyArray<string>
  readonly security: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly example?: unknown
    readonly schema: { readonly type: string; readonly minimum?: number }
  }>
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>
}

export interface Document {
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

export const origin = Effect.map(Emulator, ({ baseUrl }) => new URL(baseUrl.us).origin)

/** Requests a path outside of the regions. */
export const ask = (path: string, init?: RequestInit) =>
  Effect.flatMap(origin, (origin) => Effect.promise(() => fetch(`${origin}${path}`, init)))

export const documentIn = (response: Response): Promise<Document> => response.json() as Promise<Document>

export const served = Effect.flatMap(ask("/__mock/openapi.json"), (response) =>
  Effect.promise(() => documentIn(response))
)

/** Every operation of a document, with its method and path. */
export const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() }))
  )

/** The name of the component of a body. */
export const bodyName = (body: Body | undefined): string | undefined =>
  body?.content?.["application/json"].schema.$ref.replace("#/components/schemas/", "")
