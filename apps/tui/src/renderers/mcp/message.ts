import * as Predicate from "effect/Predicate"

/** A line that came: a message, or the answer to what is none. */
export type Line = { readonly message: string } | { readonly refusal: string }

const codes = { parse: [-32_700, "Parse error"], invalid: [-32_600, "Invalid request"] } as const

/** How deep values may be nested: what reads them calls itself for each, until it has no room left. */
const deepest = 100

/** The answer to what is no message, with its id where that can be told. */
export const refusal = (kind: keyof typeof codes, why: string, id: unknown = null): Line => {
  const [code, what] = codes[kind]
  return { refusal: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: `${what}: ${why}.` } }) }
}

const isId = (id: unknown) => id === undefined || Predicate.isString(id) || Number.isSafeInteger(id)

const isDeeper = (value: unknown, levels: number): boolean =>
  Predicate.isObjectOrArray(value) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

// a notification is not answered, and an answer neither
const whyNot = (message: Readonly<Record<string, unknown>>): string | undefined => {
  if (message["jsonrpc"] !== "2.0") return 'a message has "jsonrpc": "2.0"'
  if (!isId(message["id"])) return "an id is a text or a whole number"
  if (isDeeper(message, deepest)) return `values are nested up to ${deepest} deep`
  if ("method" in message) return Predicate.isString(message["method"]) ? undefined : "a method is a text"
  const isAnswer = message["id"] !== undefined && ("result" in message || "error" in message)
  return isAnswer ? undefined : "a message has a method, or an id with a result or an error"
}

const wrong = (message: unknown): Line | undefined => {
  if (!Predicate.isReadonlyObject(message)) return refusal("invalid", "a message is an object")
  const why = whyNot(message)
  if (why === undefined) return undefined
  const { id } = message
  // the id of an answer is one of ours
  return refusal("invalid", why, isId(id) && !("result" in message || "error" in message) ? id : null)
}

/** What a line is: a message, or what is answered in place of it; of several at once, those that are messages. */
export const judged = (line: string): ReadonlyArray<Line> => {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return [refusal("parse", "a message is JSON, on a line of its own")]
  }
  if (!Array.isArray(message)) return [wrong(message) ?? { message: line }]
  if (message.length === 0) return [refusal("invalid", "there is no message in it")]
  const messages: ReadonlyArray<unknown> = message
  const refusals = messages.flatMap((each) => wrong(each) ?? [])
  const rest = messages.filter((each) => wrong(each) === undefined)
  return rest.length === 0 ? refusals : [...refusals, { message: JSON.stringify(rest) }]
}
