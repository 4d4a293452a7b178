import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { parseBody } from "../answers.ts"
import { decodeText } from "./decoding.ts"

const partOfName =
  /token|passw|passphrase|passcode|pwd|secret|credential|authorization|cookie|apikey|jwt|bearer|assertion|signature|privatekey|linkurl|signedurl|recordingurl|personalroomurl/
const wholeName = /^(?:refresh|pass|pat|key|.*key|auth|xauth|pin|otp|sig|link)$/
const wordOfName = /(?:^|[^a-z])(?:pat|pass|refresh)(?:$|[^a-z])/i

const normalize = (text: string) =>
  decodeText(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")

/** Whether a field, a parameter or a header of this name holds a secret, in any case, spelling and encoding. */
export const isSecretName = (name: string): boolean => {
  const letters = normalize(name)
  return partOfName.test(letters) || wholeName.test(letters) || wordOfName.test(name)
}

/** Whether a text contains the name of a secret. */
export const mentionsSecret = (text: string): boolean => partOfName.test(normalize(text))

/** Whether an operation is about tokens or accounts: any of its texts may give access, such as an invite URL. */
export const opensAccount = (path: string): boolean => /auth|log-?in|token|regist|password|confirm/i.test(path)

// any other field of such a request may be a secret with a misspelt name
const publicNames =
  /^(?:(?:contact_|primary_)?email|(?:display_|contact_|enterprise_|user_|first_|last_)?name|title|location|language|locale|reseller_id)$/i

/** Whether a field of a request that {@link opensAccount} is public. */
export const isPublicName = (name: string): boolean => publicNames.test(name)

/** Whether a value is a `Secret` of the promise form, of any copy of the SDK. */
export const isSecret = (value: unknown): value is { readonly reveal: () => string } =>
  Predicate.hasProperty(value, "reveal") && Predicate.isFunction(value.reveal)

/** Whether a value is hidden: `Redacted`, or a `Secret` of the promise form. */
export const isHidden = (value: unknown): boolean => Redacted.isRedacted(value) || isSecret(value)

/** Returns the value behind `Redacted` or `Secret`, or the value itself. */
export const reveal = (value: unknown): unknown =>
  Redacted.isRedacted(value) ? reveal(Redacted.value(value)) : isSecret(value) ? value.reveal() : value

type Collect = (secret: string, name: string) => void

/** Collects the value of a header, and the credentials after its scheme. */
const collectHeader = (value: string, name: string, collect: Collect) => {
  collect(value, name)
  const credentials = /^[\w-]+ +(\S.*)$/.exec(value)?.[1]
  if (credentials !== undefined) collect(credentials, name)
}

/** Collects a text, and the parts of a link that may give access. */
const collectText = (value: string, name: string, collect: Collect) => {
  collect(value, name)
  const url = value.includes("://") ? URL.parse(value) : null
  if (url === null) return
  const parts = [url.pathname.split("/").at(-1) ?? "", url.hash.slice(1), ...url.searchParams.values()]
  for (const part of parts) if (part.length > 5) collect(part, name)
}

/** Whether the value of a name is selected, given whether its parent is. */
type Select = (name: string, isParentSelected: boolean) => boolean

/** Collects the texts of a value that are hidden, or selected by the names above them. */
const collectTexts = (whole: unknown, select: Select, collect: Collect) => {
  const pending: Array<readonly [value: unknown, isSecret: boolean, name: string]> = [[whole, select("", false), ""]]
  // a value may contain itself, and be nested deeper than the stack
  const visited = new Map<object, boolean>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, isSelected, parent] = next
    if (isHidden(value)) pending.push([reveal(value), true, parent])
    else if (Predicate.isString(value) || Predicate.isNumber(value)) {
      const text = String(value)
      if (isSelected) collectText(text, parent, collect)
      // JSON may be inside a text of JSON
      const nested = /^\s*[{["]/.test(text) ? parseBody(text).body : text
      if (nested !== text) pending.push([nested, isSelected, parent])
    } else if (Predicate.isObjectKeyword(value) && visited.get(value) !== true && visited.get(value) !== isSelected) {
      visited.set(value, isSelected)
      const isList = Array.isArray(value)
      for (const [name, inner] of Object.entries(value))
        pending.push([inner, isList ? isSelected : select(name, isSelected), isList ? parent : name])
    }
  }
}

const selectSecrets =
  (isSecret = isSecretName): Select =>
  (name, isParentSelected) =>
    isParentSelected || isSecret(name)

// a body is JSON; that of a raw request may be a form
const parseFields = (text: string): unknown => {
  const { body, isJson } = parseBody(text)
  return isJson ? body : Array.from(new URLSearchParams(text), ([name, value]) => ({ [name]: value }))
}

/** Returns the secrets in a value, such as a parsed body: hidden texts, and those under the name of a secret. */
export const secretsIn = (value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  collectTexts(value, selectSecrets(), (secret) => found.push(secret))
  return found
}

/** The parts of a request or an answer that may hold secrets. */
export interface Message {
  readonly url?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Returns the secrets in a request or an answer, each with the name of its field, parameter or header. */
export const namedSecretsOf = (
  { body, headers, url = "" }: Message,
  opens = opensAccount(URL.parse(url)?.pathname ?? ""),
  isSecret = isSecretName
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const collect: Collect = (secret, name) => found.has(secret) || found.set(secret, name)
  for (const name in headers) if (isSecret(name)) collectHeader(headers[name] ?? "", name, collect)
  for (const [name, value] of URL.parse(url)?.searchParams ?? []) if (isSecret(name)) collectText(value, name, collect)
  if (body === undefined) return found
  const fields = parseFields(body)
  collectTexts(fields, selectSecrets(isSecret), collect)
  if (opens) collectTexts(fields, (name) => !isPublicName(name), collect)
  return found
}

/** Returns the secrets in a request or an answer: by name, and all texts of a request that {@link opensAccount}. */
export const secretsOf = (message: Message): ReadonlyArray<string> => [...namedSecretsOf(message).keys()]

const isEmail = (text: string) => /^[^\s@"'<>:/]{1,64}@[^\s@"'<>:/]{3,255}$/.test(text)

const namesEmail = (name: string) => /mail/i.test(name) && !isSecretName(name)

/** Returns the public e-mail addresses of a request: a password may be a part of one. */
export const emailsOf = ({ body, url = "" }: Message): ReadonlyArray<string> => {
  const found: Array<string> = []
  const collect = (text: string) => isEmail(text) && found.push(text)
  for (const [name, value] of URL.parse(url)?.searchParams ?? []) if (namesEmail(name)) collect(value)
  if (body !== undefined) collectTexts(parseFields(body), namesEmail, collect)
  return found
}

const jwt = /\beyJ[\w-]+\.[\w-]+/

// in a URL, a form, a header, XML, or JSON inside a text
const secretAssigned = /(?:token|refresh|passw\w*|secret|key)\\?["']?\s*[=:>]/i

const isSecretText = (text: string) => jwt.test(text) || secretAssigned.test(text)

// an enterprise token is a bare string of one word, as is "OK"
const isWord = /^\S{8,}$/

// prose of a service: a text with other characters, or a longer one, may be anything
const isProse = /^[\w .,;:!?'()-]{0,200}$/

const isNotProse = (text: unknown) => typeof text === "string" && (isWord.test(text) || !isProse.test(text))

// deeper than any answer; deeper values are hidden whole, so that nesting cannot exhaust the stack
const maxDepth = 64

const mapped = (value: object, map: (item: unknown, name: string) => unknown): unknown => {
  let isChanged = false
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const result = map(item, name)
    isChanged ||= result !== item
    return [name, result]
  })
  if (!isChanged) return value
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

type Test = (text: string) => boolean

const never: Test = () => false

const hide = (value: unknown, isSecret: boolean, depth: number, isKnown: Test): unknown => {
  if (typeof value === "string") return isSecret || isSecretText(value) || isKnown(value) ? Redacted.make(value) : value
  if (!Predicate.isObjectKeyword(value) || Redacted.isRedacted(value)) return value
  if (depth > maxDepth) return Redacted.make(value)
  const isList = Array.isArray(value)
  if (!isList && Object.keys(value).some((name) => isKnown(`"${name}":`))) return Redacted.make(value)
  return mapped(value, (item, name) => hide(item, isSecret || (!isList && isSecretName(name)), depth + 1, isKnown))
}

/** Hides texts of a parsed body that may be secret, by name, form or `isKnown`, as `Redacted`; other values are shared. */
export const redact = (body: unknown, isKnown = never): unknown =>
  hide(
    Array.isArray(body) ? mapped(body, (item) => (isNotProse(item) ? Redacted.make(item) : item)) : body,
    isNotProse(body),
    0,
    isKnown
  )

/** Returns a text that is prose; hides any other text. */
export const maskProse = (text: string): string => (isProse.test(text) ? text : "…")

/** Hides secrets as {@link redact} does in a part of a body, which may be a single word. */
export const redactPart = (part: unknown, isKnown = never): unknown => hide(part, false, 0, isKnown)

/** Reverts {@link redact}. */
export const revealAll = (body: unknown): unknown => {
  if (Redacted.isRedacted(body)) return Redacted.value(body)
  return Predicate.isObjectKeyword(body) ? mapped(body, revealAll) : body
}
