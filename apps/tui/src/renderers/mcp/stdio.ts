import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/** A line for the server, or the answer to a line that is not a message: the server would end with it. */
type Line = { readonly message: string } | { readonly refusal: string }

/** The longest line, in bytes: it is kept in memory until its end. */
const longest = 4 * 1024 * 1024

/** How deep values may be nested: readers call themselves for each level, until their stack is full. */
const deepest = 100

const codes = { parse: [-32_700, "Parse error"], invalid: [-32_600, "Invalid request"] } as const

const refusal = (kind: keyof typeof codes, why: string, id: unknown = null): Line => {
  const [code, what] = codes[kind]
  return { refusal: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: `${what}: ${why}.` } }) }
}

const isId = (id: unknown) => id === undefined || Predicate.isString(id) || Number.isSafeInteger(id)

const isDeeper = (value: unknown, levels: number): boolean =>
  Predicate.isObjectOrArray(value) &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Why something is not a message of JSON-RPC 2.0; `undefined` if it is one. */
const invalid = (message: unknown): Line | undefined => {
  if (!Predicate.isReadonlyObject(message)) return refusal("invalid", "a message is an object")
  const { id, jsonrpc, method } = message
  const isAnswer = "result" in message || "error" in message
  const refused = (why: string) => refusal("invalid", why, isId(id) && !isAnswer ? id : null)
  if (jsonrpc !== "2.0") return refused('a message has "jsonrpc": "2.0"')
  if (!isId(id)) return refused("an id is a text or a whole number")
  if (isDeeper(message, deepest)) return refused(`values are nested up to ${deepest} deep`)
  if (method === undefined && isAnswer && id !== undefined) return undefined
  return Predicate.isString(method)
    ? undefined
    : refused("a message has a method, which is a text, or an id with a result or an error")
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads a line; of several messages at once, those that are invalid are answered and the others are done. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Line> => {
  if (bytes.length > longest) return [refusal("parse", `a message has up to ${longest} bytes`)]
  const text = Result.try(() => utf8.decode(bytes))
  if (Result.isFailure(text)) return [refusal("parse", "a message is UTF-8")]
  if (text.success.trim() === "") return []
  const parsed = Result.try((): unknown => JSON.parse(text.success))
  if (Result.isFailure(parsed)) return [refusal("parse", "a message is JSON, on a line of its own")]
  if (!Array.isArray(parsed.success)) return [invalid(parsed.success) ?? { message: text.success }]
  const messages: ReadonlyArray<unknown> = parsed.success
  const valid = messages.filter((each) => invalid(each) === undefined)
  return [
    ...(messages.length === 0 ? [refusal("invalid", "there is no message in it")] : []),
    ...messages.flatMap((each) => invalid(each) ?? []),
    ...(valid.length === 0 ? [] : [{ message: JSON.stringify(valid) }])
  ]
}

const newline = 0x0a

/** Cuts bytes into lines; of a line that is too long, no more is kept than shows that. */
const splitLines = (stdin: Stdio.Stdio["stdin"]) =>
  Stream.suspend(() => {
    let rest = Buffer.of()
    const add = (part: Uint8Array) => {
      rest = rest.length > longest ? rest : Buffer.concat([rest, part])
    }
    const taken = () => {
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
          lines.push(taken())
          from = at + 1
        }
        add(bytes.subarray(from))
        return lines
      }),
      Stream.flattenIterable,
      Stream.concat(Stream.suspend(() => Stream.succeed<Uint8Array>(taken())))
    )
  })

/** Standard input and output for messages alone. `gone` is done once no more can come. */
export const make = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const gone = yield* Deferred.make<void>()
  const encoder = new TextEncoder()
  const answer = (text: string) => Effect.ignore(Stream.run(Stream.make(`${text}\n`), stdio.stdout()))
  const stdin = splitLines(stdio.stdin).pipe(
    Stream.map(linesOf),
    Stream.flattenIterable,
    Stream.mapEffect((line) =>
      "refusal" in line ? Effect.as(answer(line.refusal), []) : Effect.succeed([encoder.encode(`${line.message}\n`)])
    ),
    Stream.flattenIterable,
    Stream.ensuring(Deferred.succeed(gone, undefined))
  )
  return { gone, stdio: Stdio.make({ ...stdio, stdin }) }
})
