import * as Result from "effect/Result"

import { operationFor } from "../wire/operation.ts"

/** Which requests a handler is for. */
export interface Route {
  readonly text: string
  readonly method: string
  readonly segments: ReadonlyArray<string>
}

const form = /^([A-Z]{1,20}) (\/[^\s?#]*)$/

const isVariable = (segment: string) => /^:[A-Za-z_]\w*$/.test(segment)

/** The route of a text such as `GET /api/v2/things/:id`, or what is wrong with it. */
export const routeOf = (text: string): Result.Result<Route, string> => {
  const [, method, path] = form.exec(text) ?? []
  if (method === undefined || path === undefined)
    return Result.fail(
      `The route ${JSON.stringify(text)} is none. Give a method and a path after the region, such as "GET /api/v2/things/:id".`
    )
  const segments = path.split("/")
  const wrong = segments.find((segment) => segment.startsWith(":") && !isVariable(segment))
  if (wrong !== undefined) return Result.fail(`The route ${text} has ${wrong}, which is no name of a variable.`)
  const operation = operationFor(method, segments.map((segment) => (isVariable(segment) ? "1" : segment)).join("/"))
  return operation === undefined
    ? Result.succeed({ text, method, segments })
    : Result.fail(`The route ${text} is the address of the operation ${operation.id}, which goes first. Take another.`)
}

const decoded = (text: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text
  )

/** What the variables of a route stand for in a path; nothing where it is not for it. */
export const paramsOf = (
  { method, segments }: Route,
  sent: { readonly method: string; readonly path: string }
): Readonly<Record<string, string>> | undefined => {
  const given = sent.path.split("/")
  if (method !== sent.method || given.length !== segments.length) return undefined
  const fits = segments.every((segment, at) => (isVariable(segment) ? given[at] !== "" : segment === given[at]))
  return fits
    ? Object.fromEntries(
        segments.flatMap((segment, at) => (isVariable(segment) ? [[segment.slice(1), decoded(given[at] ?? "")]] : []))
      )
    : undefined
}
