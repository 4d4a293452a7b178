import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/** A message for the server, or the response to an invalid line, which would end the server. */
type Line = { readonly message: unknown } | { readonly response: unknown }

/** Maximum length of a line in bytes; a line is in memory until its end. */
const maxLength = 4 * 1024 * 1024

/** Maximum nesting of values: deeper ones may overflow the stack. */
const maxDepth = 100

const parseError = (reason: string): Line => ({
  response: { jsonrpc: "2.0", id: null, error: { code: -32_700, message: `Parse error: ${reason}.` } }
})

const isId = (id: unknown) => id === undefined || Predicate.isString(id) || Number.isSafeInteger(id)

const isDeeper = (value: unknown, levels: number): boolean =>
  Predicate.isObjectOrArray(value) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Returns why a message is invalid in JSON-RPC 2.0, or `undefined`. */
const invalidReason = (message: unknown): string | undefined => {
  if (!Predicate.isReadonlyObject(message)) return "a message is an object"
  const { id, jsonrpc, method } = message
  if (jsonrpc !== "2.0") return 'a message has "jsonrpc": "2.0"'
  if (!isId(id)) return "an id is a text or a whole number"
  if (isDeeper(message, maxDepth)) return `values are nested at most ${maxDepth} deep`
  const isResponse = method === undefined && id !== undefined && ("result" in message || "error" in message)
  return isResponse || Predicate.isString(method)
    ? undefined
    : "a message has a method, which is a text, or an id with a result or an error"
}

const parseMessage = (message: unknown): Line => {
  const reason = invalidReason(message)
  if (reason === undefined) return { message }
  const { id, ...others } = Predicate.isReadonlyObject(message) ? message : {}
  const known = id !== undefined && isId(id) && !("result" in others) && !("error" in others) ? id : null
  return {
    response: { jsonrpc: "2.0", id: known, error: { code: -32_600, message: `Invalid request: ${reason}.` } }
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Parses a line. In a batch, invalid messages get a response, and the others reach the server. */
const parseLine = (bytes: Uint8Array): ReadonlyArray<Line> => {
  if (bytes.length > maxLength) return [parseError(`a message has at most ${maxLength} bytes`)]
  const text = Result.try(() => utf8.decode(bytes))
  if (Result.isFailure(text)) return [parseError("a message is UTF-8")]
  if (text.success.trim() === "") return []
  const parsed = Result.try((): unknown => JSON.parse(text.success))
  if (Result.isFailure(parsed)) return [parseError("a message is JSON on one line")]
  if (!Array.isArray(parsed.success) || parsed.success.length === 0) return [parseMessage(parsed.success)]
  const lines = parsed.success.map(parseMessage)
  const valid = lines.flatMap((line) => ("message" in line ? [line.message] : []))
  return [...lines.filter((line) => "response" in line), ...(valid.length === 0 ? [] : [{ message: valid }])]
}

const newline = 0x0a

// of a line that is too long, only enough is kept to detect that
const append = (line: Uint8Array, part: Uint8Array) => (line.length > maxLength ? line : Buffer.concat([line, part]))

/** Splits bytes into lines. */
const splitLines = Stream.mapAccum(
  (): Uint8Array => Buffer.of(),
  (rest, bytes: Uint8Array) => {
    const lines: Array<Uint8Array> = []
    let [line, from] = [rest, 0]
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
      lines.push(append(line, bytes.subarray(from, at)))
      line = Buffer.of()
      from = at + 1
    }
    return [append(line, bytes.subarray(from)), lines] as const
  },
  { onHalt: (rest) => [rest] }
)

/** Returns a standard input with only valid messages. `disconnected` completes at its end. */
export const makeStdio = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const disconnected = yield* Deferred.make<void>()
  const toText = (value: unknown) => `${JSON.stringify(value)}\n`
  const respond = (response: unknown) => Effect.ignore(Stream.run(Stream.make(toText(response)), stdio.stdout()))
  const stdin = stdio.stdin.pipe(
    splitLines,
    Stream.map(parseLine),
    Stream.flattenIterable,
    Stream.mapEffect((line) =>
      "response" in line ? Effect.as(respond(line.response), []) : Effect.succeed([toText(line.message)])
    ),
    Stream.flattenIterable,
    Stream.encodeText,
    Stream.ensuring(Deferred.succeed(disconnected, undefined))
  )
  return { disconnected, stdio: Stdio.make({ ...stdio, stdin }) }
})
