import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

import type { Written } from "./httpAnswer.ts"
import type { ResponseDefinition } from "./mapping/StubMapping.ts"
import type { Problems } from "./matching/valueTest.ts"
import { helperNames, renderedWith } from "./templates/renderer.ts"
import type { Rendering } from "./templates/renderer.ts"
import { templateOf } from "./templates/Template.ts"
import type { Helpers, Template } from "./templates/Template.ts"

/** Makes an answer; throws, with the place, where a template cannot be rendered. */
export type StubResponse = (rendering: Rendering) => Written

type Model = Readonly<Record<string, unknown>>

/** Makes a part of an answer. */
type Part<A> = (model: Model, helpers: Helpers) => A

const isHeaderName = (name: string) => /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)

const isHeaderValue = (value: string) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)

const isStatusText = (text: string) => /^[\t\u0020-\u007e]*$/.test(text)

const bodiless = new Set([204, 205, 304])

const at =
  <A>(place: string, part: Part<A>): Part<A> =>
  (model, helpers) => {
    const made = Result.try({
      try: () => part(model, helpers),
      catch: (error) => new Error(`${place}: ${reasonOf(error)}`)
    })
    if (Result.isFailure(made)) throw made.failure
    return made.success
  }

type Compile = (text: string, place: string) => Part<string>

const compiling =
  (isTemplated: boolean, problems: Problems): Compile =>
  (text, place) => {
    if (!isTemplated) return () => text
    const template: Result.Result<Template, string> = templateOf(text, helperNames)
    if (Result.isFailure(template)) problems.push({ place, reason: template.failure })
    return Result.isFailure(template) ? () => "" : at(place, template.success)
  }

const headerParts = ({ headers = {} }: ResponseDefinition, compile: Compile, problems: Problems) =>
  Object.entries(headers).flatMap(([name, given]) => {
    const place = `response.headers.${name}`
    if (!isHeaderName(name)) problems.push({ place, reason: "is no name of a header" })
    const values = typeof given === "string" ? [given] : given
    return values.map((text) => {
      const value = compile(text, place)
      return at(place, (model, helpers): readonly [string, string] => {
        const made = value(model, helpers)
        if (!isHeaderValue(made))
          throw new Error("no header can carry the value: it has a line end or a letter beyond Latin-1")
        return [name, made]
      })
    })
  })

const jsonPart = (json: Schema.Json, place: string, compile: Compile): Part<unknown> => {
  if (typeof json === "string") return compile(json, place)
  if (json === null || typeof json !== "object") return () => json
  if (isList(json)) {
    const parts = json.map((one, index) => jsonPart(one, `${place}[${index}]`, compile))
    return (model, helpers) => parts.map((part) => part(model, helpers))
  }
  const parts = Object.entries<Schema.Json>(json).map(([name, value]) => {
    const named = `${place}.${name}`
    return [compile(name, named), jsonPart(value, named, compile)] as const
  })
  return (model, helpers) =>
    Object.fromEntries(parts.map(([name, value]) => [name(model, helpers), value(model, helpers)]))
}

const isList = (json: Schema.Json): json is ReadonlyArray<Schema.Json> => Array.isArray(json)

const isBase64 = (text: string) => /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)

const bodyPart = (
  definition: ResponseDefinition,
  file: Uint8Array | undefined,
  compile: Compile,
  problems: Problems
): Part<Uint8Array> => {
  const { base64Body, body, jsonBody, transformerParameters } = definition
  if (body !== undefined) {
    const text = compile(body, "response.body")
    return (model, helpers) => Buffer.from(text(model, helpers))
  }
  if (jsonBody !== undefined) {
    const json = jsonPart(jsonBody, "response.jsonBody", compile)
    return (model, helpers) => Buffer.from(JSON.stringify(json(model, helpers)))
  }
  if (base64Body !== undefined) {
    if (!isBase64(base64Body)) problems.push({ place: "response.base64Body", reason: "is no Base64" })
    const bytes = Buffer.from(base64Body, "base64")
    return () => bytes
  }
  if (file === undefined) return () => new Uint8Array()
  if (transformerParameters?.["disableBodyFileTemplating"] === true) return () => file
  const text = Buffer.from(file)
  if (!text.includes("{{")) return () => file
  const template = compile(text.toString("utf8"), `response.bodyFileName ${definition.bodyFileName}`)
  return definition.transformers === undefined ? () => file : (model, helpers) => Buffer.from(template(model, helpers))
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Whether an answer has templates, whose rendering may take long. */
export const isTemplated = ({ transformers = [] }: ResponseDefinition): boolean => transformers.length > 0

/** What makes the answers of a mapping; what is wrong with it is added to the problems. */
export const responseOf = (
  definition: ResponseDefinition,
  file: Uint8Array | undefined,
  problems: Problems
): StubResponse => {
  const { jsonBody, status = 200, statusMessage, transformerParameters = {} } = definition
  const compile = compiling(isTemplated(definition), problems)
  const headers = headerParts(definition, compile, problems)
  const body = bodyPart(definition, file, compile, problems)
  if (statusMessage !== undefined && !isStatusText(statusMessage))
    problems.push({ place: "response.statusMessage", reason: "has letters that no status line can carry" })
  const hasType = Object.keys(definition.headers ?? {}).some((name) => name.toLowerCase() === "content-type")
  const ownType: ReadonlyArray<readonly [string, string]> =
    jsonBody !== undefined && !hasType ? [["content-type", "application/json"]] : []
  const make = ({ helpers, model }: { readonly model: Model; readonly helpers: Helpers }): Written => ({
    status,
    statusText: statusMessage,
    headers: [...ownType, ...headers.map((header) => header(model, helpers))],
    body: bodiless.has(status) ? new Uint8Array() : body(model, helpers)
  })
  if (isTemplated(definition)) return (rendering) => make(renderedWith(rendering, transformerParameters))
  const made = Result.try({ try: () => make(nothing), catch: reasonOf })
  if (Result.isFailure(made)) problems.push({ place: "", reason: made.failure })
  return Result.isFailure(made) ? () => make(nothing) : () => made.success
}

const nothing = { model: {}, helpers: {} }
