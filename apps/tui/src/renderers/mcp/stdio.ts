import * as Arr from "effect/Array"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/** Maximum length of a line in bytes. */
const maxLength = 4 * 1024 * 1024

/** Maximum nesting of values: deeper ones may overflow the stack. */
const maxDepth = 100

const isDeeper = (value: unknown, levels: number): boolean =>
  Predicate.isObjectOrArray(value) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

const Id = Schema.Union([Schema.String, Schema.Int])
const jsonrpc = Schema.Literal("2.0")

const isMessage = Schema.is(
  Schema.Union([
    Schema.Struct({ jsonrpc, id: Schema.optional(Id), method: Schema.String }),
    Schema.Struct({ jsonrpc, id: Id, method: Schema.optional(Schema.Undefined), result: Schema.Unknown }),
    Schema.Struct({ jsonrpc, id: Id, method: Schema.optional(Schema.Undefined), error: Schema.Unknown })
  ])
)

// the id of an invalid response is one of the server's own
const isRequest = Schema.is(
  Schema.Struct({ id: Id, result: Schema.optionalKey(Schema.Never), error: Schema.optionalKey(Schema.Never) })
)

/** A message for the server, or the response to an invalid line, which would end the server. */
type Line = Result.Result<unknown, unknown>

const reject = (code: number, message: string, id: string | number | null = null): Line =>
  Result.fail({ jsonrpc: "2.0", id, error: { code, message } })

const parseMessage = (message: unknown): Line =>
  isMessage(message) && !isDeeper(message, maxDepth)
    ? Result.succeed(message)
    : reject(
        -32_600,
        `Invalid request: send a message of JSON-RPC 2.0 with values nested at most ${maxDepth} deep.`,
        isRequest(message) ? message.id : null
      )

/** Cuts off what makes a line longer than the limit while it is read, so that an endless line does not fill the memory. */
export const cutLines = Stream.mapAccum(
  () => 0,
  (length: number, text: string) => {
    const parts = text
      .split(/[\r\n]/)
      .map((part, at) => part.slice(0, at === 0 ? maxLength + 1 - length : maxLength + 1))
    const last = parts.at(-1)?.length ?? 0
    return [parts.length === 1 ? length + last : last, [parts.join("\n")]] as const
  }
)

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Parses a line. In a batch, invalid messages get a response, and the others reach the server. */
const parseLine = (bytes: Uint8Array): ReadonlyArray<Line> => {
  if (bytes.length > maxLength) return [reject(-32_700, `Parse error: a message has at most ${maxLength} bytes.`)]
  const text = Result.try(() => utf8.decode(bytes))
  if (Result.isFailure(text)) return [reject(-32_700, "Parse error: a message is UTF-8.")]
  if (text.success.trim() === "") return []
  const parsed = Result.try((): unknown => JSON.parse(text.success))
  if (Result.isFailure(parsed)) return [reject(-32_700, "Parse error: a message is JSON on one line.")]
  if (!Array.isArray(parsed.success) || parsed.success.length === 0) return [parseMessage(parsed.success)]
  const [valid, invalid] = Arr.separate(parsed.success.map(parseMessage))
  return [...invalid.map(Result.fail), ...(valid.length === 0 ? [] : [Result.succeed(valid)])]
}

/** Returns a standard input with only valid messages. `disconnected` completes at its end. */
export const makeStdio = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const disconnected = yield* Deferred.make<void>()
  const toText = (value: unknown) => `${JSON.stringify(value)}\n`
  const respond = (response: unknown) => Effect.ignore(Stream.run(Stream.make(toText(response)), stdio.stdout()))
  const stdin = stdio.stdin.pipe(
    // one character for each byte, so that invalid UTF-8 invalidates only its line
    Stream.map((bytes) => Buffer.from(bytes).toString("latin1")),
    cutLines,
    Stream.splitLines,
    Stream.map((line) => parseLine(Buffer.from(line, "latin1"))),
    Stream.flattenIterable,
    Stream.filterMapEffect(
      Result.match({
        onFailure: (response) => Effect.as(respond(response), Result.failVoid),
        onSuccess: (message) => Effect.succeed(Result.succeed(toText(message)))
      })
    ),
    Stream.encodeText,
    Stream.ensuring(Deferred.succeed(disconnected, undefined))
  )
  return { disconnected, stdio: Stdio.make({ ...stdio, stdin }) }
})
