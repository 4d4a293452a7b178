import { operations } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"

import { meant } from "../world/similarity.ts"

/** Where requests to a region are passed on to, by the region. */
export interface Addresses {
  readonly us?: string | undefined
  readonly eu?: string | undefined
}

/** What an address has to be, in words. */
export const addressAccepts = "an http or https address such as https://service.example, without a query"

const fault = (url: URL, text: string): string | undefined => {
  if (url.protocol !== "http:" && url.protocol !== "https:") return `has the scheme ${url.protocol.slice(0, -1)}`
  if (url.username !== "" || url.password !== "") return "has credentials, which clients send themselves"
  if (text.includes("?") || text.includes("#")) return "has a query or a fragment"
  return undefined
}

/** The address that a text says, without a slash at its end, or why it says none. */
export const readAddress = (text: string): Result.Result<string, string> => {
  const url = URL.parse(text)
  const why = url === null ? "is no URL" : fault(url, text)
  // what is wrong may hold a password
  return url === null || why !== undefined
    ? Result.fail(`The address of the upstream ${why}. Use ${addressAccepts}.`)
    : Result.succeed(url.origin + url.pathname.replace(/\/+$/, ""))
}

const ids = operations.map(({ id }) => id)

const groups = new Set(operations.map(({ group }) => group))

const isGroup = (name: string) => [...groups].some((group) => group === name)

/** What names operations, in words. */
export const operationsAccepts = "operations such as Calls.list, groups of them such as Pods.*, or * for all"

/** Why a text names no operations of the contract; nothing where it does. */
export const whyNoOperations = (text: string): string | undefined => {
  if (text === "*" || (text.endsWith(".*") && isGroup(text.slice(0, -2))) || ids.some((id) => id === text))
    return undefined
  const other = meant(text, [...ids, ...[...groups].map((group) => `${group}.*`)])
  const nearest = other === undefined ? "" : `; the nearest is ${other}`
  return `There is no operation ${JSON.stringify(text)}. Use ${operationsAccepts}${nearest}.`
}

/** The ids of the operations that texts name. */
export const namedBy = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    operations
      .filter(({ group, id }) => texts.includes("*") || texts.includes(`${group}.*`) || texts.includes(id))
      .map(({ id }) => id)
  )
