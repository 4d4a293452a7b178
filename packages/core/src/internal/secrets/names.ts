import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { decodeText } from "./matching.ts"

const partOfName =
  /token|passw|passphrase|passcode|pwd|secret|credential|authorization|cookie|apikey|jwt|bearer|assertion|signature|privatekey|linkurl|signedurl|recordingurl|personalroomurl/
const wholeName = /^(?:refresh|pass|pat|key|.*key|auth|xauth|pin|otp|sig|link)$/
const wordOfName = /(?:^|[^a-z])(?:pat|pass|refresh)(?:$|[^a-z])/i

const lettersOf = (text: string) =>
  decodeText(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")

/** Whether a field, a parameter or a header of this name holds a secret, in whatever case, spelling and encoding. */
export const isSecretName = (name: string): boolean => {
  const letters = lettersOf(name)
  return partOfName.test(letters) || wholeName.test(letters) || wordOfName.test(name)
}

/** Whether the name of a secret stands anywhere in a text. */
export const mentionsSecret = (text: string): boolean => partOfName.test(lettersOf(text))

/** Whether an operation is about tokens and accounts: any text of it may let somebody in, such as an invite URL. */
export const opensAccount = (path: string): boolean => /auth|log-?in|token|regist|password|confirm/i.test(path)

// whatever else such a request holds may be a secret whose name is misspelt
const publicNames =
  /^(?:(?:contact_|primary_)?email|(?:display_|contact_|enterprise_|user_|first_|last_)?name|title|location|language|locale|reseller_id)$/i

/** Whether a field can be shown that stands in a request which {@link opensAccount}. */
export const isPublicName = (name: string): boolean => publicNames.test(name)

/** A text that nothing shows, as a program without Effect has it: of this copy of the SDK or another. */
export const isSecret = (value: unknown): value is { readonly reveal: () => string } =>
  Predicate.hasProperty(value, "reveal") && Predicate.isFunction(value.reveal)

/** Whether a value is hidden: `Redacted`, or a `Secret` of the promise form. */
export const isHidden = (value: unknown): boolean => Redacted.isRedacted(value) || isSecret(value)

/** The value itself of one that may be hidden. */
export const reveal = (value: unknown): unknown =>
  Redacted.isRedacted(value) ? reveal(Redacted.value(value)) : isSecret(value) ? value.reveal() : value

type Keep = (secret: string) => void

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
  // what a program passes may hold itself, and be nested deeper than a stack goes
  const met = new Map<object, boolean>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, isWantedHere] = next
    if (isHidden(value)) pending.push([reveal(value), true])
    else if (Predicate.isString(value) || Predicate.isNumber(value)) {
      if (isWantedHere) keepText(String(value), keep)
    } else if (Predicate.isObjectKeyword(value) && met.get(value) !== true && met.get(value) !== isWantedHere) {
      met.set(value, isWantedHere)
      const isList = Array.isArray(value)
      for (const [name, inner] of Object.entries(value))
        pending.push([inner, isList ? isWantedHere : isWanted(name, isWantedHere)])
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

/** The secrets in a value, such as a parsed body: what is hidden, or stands under a name of a secret. */
export const secretsIn = (value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  keepLeaves(value, isSecretHere, (secret) => found.push(secret))
  return found
}

/** A request or an answer, as far as secrets stand in it. */
export interface Message {
  readonly url?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** The secrets in a request or an answer: by the names they stand under, and all of a request that opens an account. */
export const secretsOf = ({ body, headers, url = "" }: Message): ReadonlyArray<string> => {
  const found: Array<string> = []
  const keep = (secret: string) => found.push(secret)
  for (const name in headers) if (isSecretName(name)) keepHeader(headers[name] ?? "", keep)
  const address = urlOf(url)
  for (const [name, value] of address?.searchParams ?? []) if (isSecretName(name)) keepText(value, keep)
  if (body === undefined) return found
  const fields = fieldsOf(body)
  keepLeaves(fields, isSecretHere, keep)
  if (opensAccount(address?.pathname ?? "")) keepLeaves(fields, (name) => !isPublicName(name), keep)
  return found
}

const isEmail = (text: string) => /^[^\s@"'<>:/]{1,64}@[^\s@"'<>:/]{3,255}$/.test(text)

const namesEmail = (name: string) => /mail/i.test(name) && !isSecretName(name)

/** The e-mail addresses that a request names openly: a password may be a part of one. */
export const emailsOf = ({ body, url = "" }: Message): ReadonlyArray<string> => {
  const found: Array<string> = []
  const keep = (text: string) => isEmail(text) && found.push(text)
  for (const [name, value] of urlOf(url)?.searchParams ?? []) if (namesEmail(name)) keep(value)
  if (body !== undefined) keepLeaves(fieldsOf(body), namesEmail, keep)
  return found
}
