import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Outgoing } from "../../Http.ts"
import { isHidden, shown } from "./hidden.ts"
import { isSecretName } from "./secretNames.ts"

type Keep = (secret: string) => void

const isPublic = (name: string) => /mail|name|title|location|language|locale|_id$/i.test(name)

/** Whether an operation is about tokens and accounts: any text of it may let somebody in, such as an invite URL. */
export const opensAccount = (path: string): boolean => /auth|log-?in|token|register|password|confirm/i.test(path)

// not every runtime has URL.parse
const urlOf = (address: string) => Result.getOrUndefined(Result.try(() => new URL(address)))

/** A header's value, and what is behind the scheme in it. */
const keepHeader = (value: string, keep: Keep) => {
  keep(value)
  const credentials = /^[\w-]+ +(\S.*)$/.exec(value)?.[1]
  if (credentials !== undefined) keep(credentials)
}

/** A text whole, and of a link what in it lets somebody in. */
const keepText = (value: string, keep: Keep) => {
  keep(value)
  const url = value.includes("://") ? urlOf(value) : undefined
  if (url === undefined) return
  const parts = [url.pathname.split("/").at(-1) ?? "", url.hash.slice(1), ...url.searchParams.values()]
  for (const part of parts) if (part.length > 5) keep(part)
}

/** Whether what a name holds is wanted, where what it is a part of is or is not. */
type IsWanted = (name: string, isAboveWanted: boolean) => boolean

/** Keeps the texts of a value that are wanted, by what hides them or by the names above them. */
const keepLeaves = (whole: unknown, isWanted: IsWanted, keep: Keep) => {
  const pending: Array<readonly [value: unknown, isSecret: boolean]> = [[whole, false]]
  // what a program gives may hold itself, and be nested deeper than a stack goes
  const met = new Map<object, boolean>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, isSecret] = next
    if (isHidden(value)) pending.push([shown(value), true])
    else if (Predicate.isString(value) || Predicate.isNumber(value)) {
      if (isSecret) keepText(String(value), keep)
    } else if (Predicate.isObjectKeyword(value) && met.get(value) !== true && met.get(value) !== isSecret) {
      met.set(value, isSecret)
      const isList = Array.isArray(value)
      for (const [name, inner] of Object.entries(value))
        pending.push([inner, isList ? isSecret : isWanted(name, isSecret)])
    }
  }
}

const isSecretHere: IsWanted = (name, isAboveSecret) => isAboveSecret || isSecretName(name)

// a body is JSON; one that a program sends by itself may be a form
const fieldsOf = (body: string): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(body)),
    () => Object.fromEntries(new URLSearchParams(body))
  )

/** The secrets in a request: by the names they stand under, and all that opens an account. */
export const secretsOf = ({ body, headers, url }: Outgoing): ReadonlyArray<string> => {
  const found: Array<string> = []
  const keep = (secret: string) => found.push(secret)
  for (const name in headers) if (isSecretName(name)) keepHeader(headers[name] ?? "", keep)
  const address = urlOf(url)
  for (const [name, value] of address?.searchParams ?? []) if (isSecretName(name)) keepText(value, keep)
  if (body === undefined) return found
  const fields = fieldsOf(body)
  keepLeaves(fields, isSecretHere, keep)
  if (opensAccount(address?.pathname ?? "")) keepLeaves(fields, (name) => !isPublic(name), keep)
  return found
}

const isEmail = (text: string) => /^[^\s@"'<>:/]{1,64}@[^\s@"'<>:/]{3,255}$/.test(text)

const namesEmail = (name: string) => /mail/i.test(name) && !isSecretName(name)

/** The e-mail addresses that a request names openly: a password may be a part of one. */
export const emailsOf = ({ body, url }: Outgoing): ReadonlyArray<string> => {
  const found: Array<string> = []
  const keep = (text: string) => isEmail(text) && found.push(text)
  for (const [name, value] of urlOf(url)?.searchParams ?? []) if (namesEmail(name)) keep(value)
  if (body !== undefined) keepLeaves(fieldsOf(body), namesEmail, keep)
  return found
}

/** The secrets in what a method is called with or yields: what is hidden, or stands under a name of a secret. */
export const secretsIn = (input: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  keepLeaves(input, isSecretHere, (secret) => found.push(secret))
  return found
}
