import { escapeJson } from "@remote-assist/cli/Terminal"
import type { Region } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import { shellQuote } from "@remote-assist/core/Text"
import * as Result from "effect/Result"

import { tokenVariable } from "../Control.ts"
import { decodePart, formatQuery, isPublicHeader, mapSecrets, parseUrl } from "./Requests.ts"
import type { LoggedRequest } from "./Requests.ts"

type Name = (field: string) => string

/** Whether a header has the API key, in the form of the region. */
const isApiKey = (
  name: string,
  headers: LoggedRequest["headers"],
  { apiKeyForm, apiKeyHeader }: Pick<Region.Region["Service"], "apiKeyForm" | "apiKeyHeader">
): boolean =>
  name === apiKeyHeader ||
  (apiKeyForm === "authorization" && name === "authorization" && headers[apiKeyHeader] === undefined)

/** Whether the request is for the control plane of an emulator, which has its own token. */
const isControl = (url: string) => /\/__mock(?:\/|$)/.test(parseUrl(url).path)

const formatHeaders = ({ headers, url }: LoggedRequest, region: Region.Region["Service"], variable: Name) =>
  Object.entries(headers).map(([name, value]) => {
    if (name === "authorization" && isControl(url)) return `-H "${name}: Bearer $${tokenVariable}"`
    if (isApiKey(name, headers, region)) return `-H "${name}: $REMOTE_ASSIST_API_KEY"`
    if (name === "authorization") return `-H "${name}: $REMOTE_ASSIST_TOKEN"`
    return `-H ${isPublicHeader(name) ? shellQuote(`${name}: ${value}`) : `${shellQuote(`${name}: `)}"$${variable(name)}"`}`
  })

/** Formats the URL. curl encodes the secrets of the query, which only the shell knows. */
const formatUrl = ({ body, cut, url }: LoggedRequest, variable: Name): ReadonlyArray<string> => {
  if (cut?.url !== undefined) return ['"$REMOTE_ASSIST_ADDRESS"']
  const { base, path, query } = parseUrl(url)
  const secret = query.filter(([name]) => isSecretName(decodePart(name)))
  const rest = query.filter((parameter) => !secret.includes(parameter))
  const shown = base + path + formatQuery(rest)
  const variables = secret.map(([name]) => [name, `"$${variable(decodePart(name))}"`] as const)
  if (variables.length === 0) return [shellQuote(shown)]
  if (body === undefined)
    return [
      shellQuote(shown),
      "-G",
      ...variables.map(([name, value]) => `--data-urlencode ${shellQuote(`${name}=`)}${value}`)
    ]
  // -G would move the body to the query
  const sign = rest.length === 0 ? "?" : "&"
  return [
    shellQuote(shown) +
      variables.map(([name, value], at) => `${shellQuote(`${at === 0 ? sign : "&"}${name}=`)}${value}`).join("")
  ]
}

const withVariables = (path: string, body: unknown, variable: Name) => {
  const plain = JSON.stringify(body)
  let mark = "\uFDD0"
  while (plain.includes(mark)) mark += "\uFDD0"
  const marked = JSON.stringify(mapSecrets(path, body, (_, name) => mark + variable(name) + mark))
  return marked
    .split(new RegExp(`${mark}(\\w+)${mark}`))
    .map((part, at) => (at % 2 === 0 ? part && shellQuote(escapeJson(part)) : `"$${part}"`))
    .join("")
}

const formatBody = ({ body, cut, url }: LoggedRequest, variable: Name): ReadonlyArray<string> => {
  if (body === undefined) return []
  const read = Result.try((): unknown => JSON.parse(body))
  return cut?.body !== undefined || Result.isFailure(read)
    ? ['--data-raw "$REMOTE_ASSIST_BODY"']
    : [`--data-raw ${withVariables(parseUrl(url).path, read.success, variable)}`]
}

const formatCuts = ({ cut }: LoggedRequest) =>
  Object.entries(cut ?? {})
    .map(([part, length]) => `its ${part === "url" ? "URL" : part} of ${length} characters was not logged`)
    .join("; ")

/**
 * Formats a request as a line for a POSIX shell. Secrets are variables: `REMOTE_ASSIST_API_KEY`, `REMOTE_ASSIST_TOKEN`, and
 * `REMOTE_ASSIST_PASSWORD` for a field `password`, which a body has between the quotes of JSON.
 */
export const format = (request: LoggedRequest, region: Region.Region["Service"]): string => {
  const variable = variableNames(parseUrl(request.url).path)
  const line = [
    "curl -sS -g",
    `-X ${request.method}`,
    ...formatUrl(request, variable),
    ...formatHeaders(request, region, variable),
    ...formatBody(request, variable)
  ].join(" ")
  const missing = formatCuts(request)
  return missing === "" ? line : `${line} # ${missing}`
}

const variableOf = (name: string, path: string) => {
  const words = name
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 60)
  return `REMOTE_ASSIST_${words === "TOKEN" && path.endsWith("/auth/pat") ? "PERSONAL_ACCESS_TOKEN" : words || "SECRET"}`
}

/** Returns a function that names a unique environment variable for each secret of a request. */
const variableNames = (path: string): ((name: string) => string) => {
  const counts = new Map<string, number>()
  return (name) => {
    const variable = variableOf(name, path)
    const count = (counts.get(variable) ?? 0) + 1
    counts.set(variable, count)
    return count === 1 ? variable : `${variable}_${count}`
  }
}
