import * as Schema from "effect/Schema"

/** Statuses that an answer can have; those below 200 are none. */
const AnyStatus = Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))

const mostPaths = 100

/** A JSON Pointer (RFC 6901) or a JSONPath (RFC 9535). */
const form = /^(?:$|\/|\$)/

const expected = "a JSON Pointer such as /entries/0/name, or a JSONPath such as $.entries[*].name"

const longest = 500

const Path = Schema.String.check(Schema.isMaxLength(longest), Schema.isPattern(form, { expected }))

/** Values by path. */
export const byPath = <Value extends Schema.Constraint>(value: Value) =>
  Schema.Record(Schema.String, value).check(
    Schema.makeFilter((values) => {
      const other = Object.keys(values).find((path) => path.length > longest || !form.test(path))
      return other === undefined
        ? undefined
        : `Expected ${expected}, of ${longest} characters at most, got ${JSON.stringify(other.slice(0, 100))}`
    })
  )

const few = <Value>() =>
  Schema.makeFilter((byPath: Readonly<Record<string, Value>>) => Object.keys(byPath).length <= mostPaths, {
    expected: `${mostPaths} paths at most`
  })

const Paths = Schema.Array(Path).check(Schema.isMaxLength(mostPaths))

const KindOfValue = Schema.Literals(["string", "number", "boolean", "null", "object", "array"])
export type KindOfValue = typeof KindOfValue.Type

/** Headers of an answer by their names; null removes one. */
const Headers = Schema.Record(Schema.String, Schema.NullOr(Schema.String.check(Schema.isMaxLength(8192)))).check(
  Schema.makeFilter((headers) => Object.keys(headers).length <= 50, { expected: "50 headers at most" })
)
export type Headers = typeof Headers.Type

/** The operation's own answer, edited: `set`, `retype`, `unknown` and `remove` in this order. */
export const Override = Schema.Struct({
  kind: Schema.Literal("override"),
  /** Values by path, each in the place of what is there, or added where only the last name is missing. */
  set: Schema.optionalKey(byPath(Schema.Json).check(few())),
  /** What a value becomes, by path: `5` as a string is `"5"`. */
  retype: Schema.optionalKey(byPath(KindOfValue).check(few())),
  /** Where there is a value that no client knows, of the type that was there. */
  unknown: Schema.optionalKey(Paths),
  remove: Schema.optionalKey(Paths),
  headers: Schema.optionalKey(Headers),
  status: Schema.optionalKey(AnyStatus),
  /** Which answers are edited: those below 400 unless set. */
  of: Schema.optionalKey(Schema.Literals(["successes", "errors", "all"]))
}).check(
  Schema.makeFilter(({ headers, remove, retype, set, status, unknown }) =>
    [headers, remove, retype, set, status, unknown].some((edit) => edit !== undefined)
      ? undefined
      : "An override has at least one of set, retype, unknown, remove, headers and status."
  )
)
export type Override = typeof Override.Type

/** A whole answer: JSON, a text, or bytes as Base64; empty without any. */
export const Body = Schema.Struct({
  kind: Schema.Literal("body"),
  json: Schema.optionalKey(Schema.Json),
  text: Schema.optionalKey(Schema.String),
  base64: Schema.optionalKey(Schema.String.check(Schema.isBase64())),
  /** That of JSON, of a plain text or of bytes unless set. */
  contentType: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(200))),
  /** 200 unless set. */
  status: Schema.optionalKey(AnyStatus),
  headers: Schema.optionalKey(Headers)
}).check(
  Schema.makeFilter(({ base64, json, text }) =>
    [base64, json, text].filter((one) => one !== undefined).length > 1
      ? "A body has one of json, text and base64."
      : undefined
  )
)
export type Body = typeof Body.Type

const flag = Schema.optionalKey(Schema.Boolean)

/** What the contract allows, at its worst; each of its ways where it is named, all where none is. */
export const Worst = Schema.Struct({
  kind: Schema.Literal("worst"),
  /** Optional fields are absent. */
  absent: flag,
  /** Lists are empty. */
  empty: flag,
  /** What may be null is. */
  null: flag,
  /** Texts are as long as they may be, 10,000 characters where there is no limit. */
  long: flag,
  /** Numbers are the largest and the smallest that are allowed, in turns. */
  extreme: flag,
  /** Of several types a value has the last. */
  rare: flag
})
export type Worst = typeof Worst.Type
