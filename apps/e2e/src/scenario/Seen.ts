import * as Failure from "@remote-assist/core/Failure"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

/** A secret of an answer; which one it is matters, not what it says. */
export class Secret {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What an operation answered, as plain data. */
export type Seen = string | number | boolean | null | Secret | ReadonlyArray<Seen> | SeenFields
export interface SeenFields {
  readonly [name: string]: Seen
}

const isAcknowledged = (value: object): value is { readonly entry: Option.Option<unknown>; readonly body: unknown } =>
  "entry" in value && Option.isOption(value.entry)

/** What is to be compared of an answer. */
export const seen = (value: unknown): Seen => {
  if (Redacted.isRedacted(value)) return new Secret(String(Redacted.value(value)))
  if (Array.isArray(value)) return value.map(seen)
  if (Predicate.isObject(value)) {
    if (isAcknowledged(value))
      return Option.match(value.entry, {
        onNone: (): Seen => ({ body: seen(value.body) }),
        onSome: (entry): Seen => ({ entry: seen(entry) })
      })
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : [[name, seen(inner)]]))
    )
  }
  return Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value) ? value : null
}

/** What came of a call. */
export type Outcome =
  | { readonly _tag: "Answer"; readonly value: Seen }
  | {
      readonly _tag: "Failure"
      readonly kind: string
      /** Fields of the error that programs go by, and what the SDK reads from its words. */
      readonly fields: SeenFields
      readonly message: string
    }

const causes = Object.entries(Failure).flatMap(([name, test]) =>
  name.startsWith("is") && Predicate.isFunction(test) ? [{ name, test }] : []
)

const told = (error: object, name: string): SeenFields => {
  const value: unknown = Reflect.get(error, name)
  return Predicate.isString(value) || Predicate.isNumber(value) ? { [name]: value } : {}
}

/** A failure of a call as an outcome. */
export const failureOf = (error: unknown): Outcome => {
  if (!Predicate.isObject(error)) return { _tag: "Failure", kind: "Defect", fields: {}, message: String(error) }
  return {
    _tag: "Failure",
    kind: Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag) ? error._tag : "Defect",
    fields: {
      ...told(error, "status"),
      ...told(error, "code"),
      ...told(error, "name"),
      tells: causes.filter(({ test }) => test(error)).map(({ name }) => name)
    },
    message: error instanceof Error ? error.message : ""
  }
}

/** Something that was seen as JSON, without its secrets. */
export const text = (value: Seen): string =>
  JSON.stringify(value, (_, inner: unknown) => (inner instanceof Secret ? "<secret>" : inner))

/** An outcome in short, without its secrets. */
export const outcomeText = (outcome: Outcome): string =>
  outcome._tag === "Answer" ? `answers ${text(outcome.value)}` : `fails with ${outcome.kind} ${text(outcome.fields)}`
