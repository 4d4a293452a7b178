import { operations } from "@remote-assist/core/Contract"
import { nearest } from "@remote-assist/core/Text"
import * as Result from "effect/Result"

/** The addresses of the upstreams by region. */
export interface Addresses {
  readonly us?: string | undefined
  readonly eu?: string | undefined
}

/** Describes a valid address. */
export const addressAccepts = "an http or https address such as https://service.example, without a query"

const addressError = (url: URL | null, text: string): string | undefined => {
  if (url === null) return "is not a URL"
  if (url.protocol !== "http:" && url.protocol !== "https:") return `has the scheme ${url.protocol.slice(0, -1)}`
  if (url.username !== "" || url.password !== "") return "has credentials, which clients send themselves"
  return text.includes("?") || text.includes("#") ? "has a query or a fragment" : undefined
}

/** Parses an address, and removes the slash at its end. The error does not repeat it, as it may have a password. */
export const parseAddress = (text: string): Result.Result<string, string> => {
  const url = URL.parse(text)
  const error = addressError(url, text)
  return url === null || error !== undefined
    ? Result.fail(`The address of the upstream ${error}. Use ${addressAccepts}.`)
    : Result.succeed(url.origin + url.pathname.replace(/\/+$/, ""))
}

/** Describes valid names of operations. */
export const operationsAccepts = "operations such as Calls.list, groups of them such as Pods.*, or * for all"

const names = new Set(operations.flatMap(({ group, id }): ReadonlyArray<string> => [id, `${group}.*`]))

/** Explains why one of the texts does not name operations of the contract, or returns `undefined` if all do. */
export const operationsError = (texts: ReadonlyArray<string>): string | undefined => {
  const text = texts.find((text) => text !== "*" && !names.has(text))
  if (text === undefined) return undefined
  const other = nearest(text, [...names])
  const hint = other === undefined ? "" : `; the nearest is ${other}`
  return `There is no operation ${JSON.stringify(text)}. Use ${operationsAccepts}${hint}.`
}

/** Returns the ids of the operations that texts name. */
export const selectOperations = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    operations
      .filter(({ group, id }) => texts.includes("*") || texts.includes(`${group}.*`) || texts.includes(id))
      .map(({ id }) => id)
  )
