import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/** A message for the server, or the response to an invalid line, which would end the server. */
type Line = { readonly message: string } | { readonly response: string }

/** Maximum length of a line in bytes; a line is in memory until its end. */
const maxLength = 4 * 1024 * 1024

/** Maximum nesting of values: deeper ones may overflow the stack. */
const maxDepth = 100

const codes = { parse: [-32_700, "Parse error"], invalid: [-32_600, "Invalid request"] } as const

const errorResponse = (kind: keyof typeof codes, reason: string, id: unknown = null): Line => {
  const [code, text] = codes[kind]
  return { response: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: `${text}: ${reason}.` } }) }
}

const isId = (id: unknown) => id === undefined || Predicate.isString(id) || Number.isSafeInteger(id)

const isDeeper = (value: unknown, levels: number): boolean =>
  Predicate.isObjectOrArray(value) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Returns the response to an invalid message of JSON-RPC 2.0, or `undefined` if it is valid. */
const validate = (message: unknown): Line | undefined => {
  if (!Predicate.isReadonlyObject(message)) return errorResponse("invalid", "a message is an object")
  const { id, jsonrpc, method } = message
  const isResponse = "result" in message || "error" in message
  const invalid = (reason: string) => errorResponse("invalid", reason, isId(id) && !isResponse ? id : null)
  if (jsonrpc !== "2.0") return invalid('a message has "jsonrpc": "2.0"')
  if (!isId(id)) return invalid("an id is a text or a whole number")
  if (isDeeper(message, maxDepth)) return invalid(`values are nested at most ${maxDepth} deep`)
  if (method === undefined && isResponse && id !== undefined) return undefined
  return Predicate.isString(method)
    ? undefined
    : invalid("a message has a method, which is a text, or an id with a result or an error")
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Parses a line. In a batch, invalid messages get a response, and the others reach the server. */
const parseLine = (bytes: Uint8Array): ReadonlyArray<Line> => {
  if (bytes.length > maxLength) return [errorResponse("parse", `a message has at most ${maxLength} bytes`)]
  const text = Result.try(() => utf8.decode(bytes))
  if (Result.isFailure(text)) return [errorResponse("parse", "a message is UTF-8")]
  if (text.success.trim() === "") return []
  const parsed = Result.try((): unknown => JSON.parse(text.success))
  if (Result.isFailure(parsed)) return [errorResponse("parse", "a message is JSON on one line")]
  if (!Array.isArray(parsed.success)) return [validate(parsed.success) ?? { message: text.success }]
  const messages: ReadonlyArray<unknown> = parsed.success
  const valid = messages.filter((each) => validate(each) === undefined)
  return [
    ...(messages.length === 0 ? [errorResponse("invalid", "a batch has at least one message")] : []),
    ...messages.flatMap((each) => validate(each) ?? []),
    ...(valid.length === 0 ? [] : [{ message: JSON.stringify(valid) }])
  ]
}

const newline = 0x0a

/** Splits bytes into lines. Of a line that is too long, only enough is kept to detect that. */
const splitLines = (stdin: Stdio.Stdio["stdin"]) =>
  Stream.suspend(() => {
    let rest = Buffer.of()
    const add = (part: Uint8Array) => {
      rest = rest.length > maxLength ? rest : Buffer.concat([rest, part])
    }
    const take = () => {
      const line = rest
      rest = Buffer.of()
      return line
    }
    return stdin.pipe(
      Stream.map((bytes) => {
        const lines: Array<Uint8Array> = []
        let from = 0
        for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
          add(bytes.subarray(from, at))
          lines.push(take())
          from = at + 1
        }
        add(bytes.subarray(from))
        return lines
      }),
      Stream.flattenIterable,
      Stream.concat(Stream.suspend(() => Stream.succeed<Uint8Array>(take())))
    )
  })

/** Returns a standard input with only valid messages. `disconnected` completes at its end. */
export const makeStdio = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const disconnected = yield* Deferred.make<void>()
  const encoder = new TextEncoder()
  const respond = (text: string) => Effect.ignore(Stream.run(Stream.make(`${text}\n`), stdio.stdout()))
  const stdin = splitLines(stdio.stdin).pipe(
    Stream.map(parseLine),
    Stream.flattenIterable,
    Stream.mapEffect((line) =>
      "response" in line ? Effect.as(respond(line.response), []) : Effect.succeed([encoder.encode(`${line.message}\n`)])
    ),
    Stream.flattenIterable,
    Stream.ensuring(Deferred.succeed(disconnected, undefined))
  )
  return { disconnected, stdio: Stdio.make({ ...stdio, stdin }) }
})
