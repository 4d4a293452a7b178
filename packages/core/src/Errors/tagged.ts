import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Whether a value is an error with a tag: two copies of the SDK have different classes, but the same tags. */
const isTagged = (value: unknown, tag: string) =>
  Predicate.hasProperty(value, "_tag") && value._tag === tag && Predicate.hasProperty(value, "message")

/* oxlint-disable typescript/no-explicit-any -- a class that extends one that is made has no type that can be written */
const base: any = Schema.TaggedError

const make: any = (identifier?: string) => (tag: string, fields: any, more: any) =>
  class extends base(identifier)(tag, fields, more) {
    static [Symbol.hasInstance](value: unknown) {
      return isTagged(value, tag)
    }
    constructor(...args: ReadonlyArray<any>) {
      // frames would be of the SDK and of Effect: the promise form and the spans of Effect add those of the program
      const limit: unknown = Reflect.get(Error, "stackTraceLimit")
      Reflect.set(Error, "stackTraceLimit", 0)
      // oxlint-disable-next-line project/effect-only -- super is called by the constructor itself, and may throw
      try {
        super(...args)
      } finally {
        Reflect.set(Error, "stackTraceLimit", limit)
      }
      for (const [name, value] of Object.entries({ message: this["message"], stack: `${tag}: ${this["message"]}` }))
        Object.defineProperty(this, name, { value, configurable: true, writable: true })
    }
  }
/* oxlint-enable typescript/no-explicit-any */

/** `Schema.TaggedError` with `instanceof` by tag, and a message that is writable and survives cloning. */
export const TaggedError: typeof Schema.TaggedError = make

/** Ends a text that another program may have written with a full stop. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Why an answer is unexpected whose status the interface does not describe. */
export const undescribedStatus = "which the interface does not describe"

/** The fields of the request of a call. */
export const requestLine = {
  /** Method of the request, such as `GET`. */
  method: Schema.String,
  /** Path of the request, without its query. */
  path: Schema.String
}

/** The fields of the answer to a call; without them for an error made without an answer. */
export const answerFields = {
  /** The request id of the service or a proxy (`x-request-id`), for support requests. */
  requestId: Schema.optionalKey(Schema.String),
  /** Headers of the answer by lower-case name; values that hold secrets are masked. */
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}

/** The fields of an error of the platform. */
export const causeFields = {
  /** Its code, such as `ENOTFOUND` or `EACCES`. */
  code: Schema.optionalKey(Schema.String),
  /** The error itself, without secrets. */
  cause: Schema.optionalKey(Schema.Unknown)
}

const unset = Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed("")))

/** {@link requestLine} with defaults, for errors made without a request. */
export const optionalRequestLine = {
  /** Method of the request, such as `GET`. */
  method: unset,
  /** Path of the request, without its query. */
  path: unset
}
