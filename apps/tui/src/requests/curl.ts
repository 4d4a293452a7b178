import { escapeJson } from "@remote-assist/cli/Terminal"
import type { Region } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import * as Result from "effect/Result"

import { tokenVariable } from "../Control.ts"
import type { LoggedRequest } from "./LoggedRequest.ts"
import { isPublicHeader, mapSecrets, variableNames } from "./LoggedRequest.ts"
import * as RequestUrl from "./RequestUrl.ts"

type Name = (field: string) => string

const quoted = (text: string) => (text === "" ? "" : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** Whether a header carries the API key, in the form that a region takes it in. */
const isApiKey = (
  name: string,
  headers: LoggedRequest["headers"],
  { apiKeyForm, apiKeyHeader }: Pick<Region.Region["Service"], "apiKeyForm" | "apiKeyHeader">
): boolean =>
  name === apiKeyHeader ||
  (apiKeyForm === "authorization" && name === "authorization" && headers[apiKeyHeader] === undefined)

/** Whether it goes to the control plane of an emulator, which has a token of its own. */
const isControl = (url: string) => /\/__mock(?:\/|$)/.test(RequestUrl.parse(url).path)

const headersOf = ({ headers, url }: LoggedRequest, region: Region.Region["Service"], variable: Name) =>
  Object.entries(headers).map(([name, value]) => {
    if (name === "authorization" && isControl(url)) return `-H "${name}: Bearer $${tokenVariable}"`
    if (isApiKey(name, headers, region)) return `-H "${name}: $REMOTE_ASSIST_API_KEY"`
    if (name === "authorization") return `-H "${name}: $REMOTE_ASSIST_TOKEN"`
    return `-H ${isPublicHeader(name) ? quoted(`${name}: ${value}`) : `${quoted(`${name}: `)}"$${variable(name)}"`}`
  })

/** The address; what of its query is secret is encoded by curl, as only the shell knows it. */
const addressOf = ({ body, cut, url }: LoggedRequest, variable: Name): ReadonlyArray<string> => {
  if (cut?.url !== undefined) return ['"$REMOTE_ASSIST_ADDRESS"']
  const { base, path, query } = RequestUrl.parse(url)
  const secret = query.filter(([name]) => isSecretName(RequestUrl.decode(name)))
  const rest = query.filter((pair) => !secret.includes(pair))
  const shown = base + path + RequestUrl.formatQuery(rest)
  const given = secret.map(([name]) => [name, `"$${variable(RequestUrl.decode(name))}"`] as const)
  if (given.length === 0) return [quoted(shown)]
  if (body === undefined)
    return [quoted(shown), "-G", ...given.map(([name, value]) => `--data-urlencode ${quoted(`${name}=`)}${value}`)]
  // beside a body, which -G would move to the query
  const sign = rest.length === 0 ? "?" : "&"
  return [
    quoted(shown) + given.map(([name, value], at) => `${quoted(`${at === 0 ? sign : "&"}${name}=`)}${value}`).join("")
  ]
}

const filled = (path: string, body: unknown, variable: Name) => {
  const plain = JSON.stringify(body)
  let mark = "\uFDD0"
  while (plain.includes(mark)) mark += "\uFDD0"
  const marked = JSON.stringify(mapSecrets(path, body, (_, name) => mark + variable(name) + mark))
  return marked
    .split(new RegExp(`${mark}(\\w+)${mark}`))
    .map((part, at) => (at % 2 === 0 ? quoted(escapeJson(part)) : `"$${part}"`))
    .join("")
}

const bodyOf = ({ body, cut, url }: LoggedRequest, variable: Name): ReadonlyArray<string> => {
  if (body === undefined) return []
  const read = Result.try((): unknown => JSON.parse(body))
  return cut?.body !== undefined || Result.isFailure(read)
    ? ['--data-raw "$REMOTE_ASSIST_BODY"']
    : [`--data-raw ${filled(RequestUrl.parse(url).path, read.success, variable)}`]
}

const cutOf = ({ cut }: LoggedRequest) =>
  [
    ...(cut?.url === undefined ? [] : [`its address, of ${cut.url} characters, was not kept`]),
    ...(cut?.body === undefined ? [] : [`its body, of ${cut.body} characters, was not kept`])
  ].join("; ")

/**
 * A request as a line for a POSIX shell. What is secret are variables: `REMOTE_ASSIST_API_KEY`, `REMOTE_ASSIST_TOKEN`, and
 * for fields such as `password` `REMOTE_ASSIST_PASSWORD`, which in a body is put between the quotes of JSON as it is.
 */
export const format = (request: LoggedRequest, region: Region.Region["Service"]): string => {
  const variable = variableNames(RequestUrl.parse(request.url).path)
  const line = [
    "curl -sS -g",
    `-X ${request.method}`,
    ...addressOf(request, variable),
    ...headersOf(request, region, variable),
    ...bodyOf(request, variable)
  ].join(" ")
  const missing = cutOf(request)
  return missing === "" ? line : `${line} # ${missing}`
}
