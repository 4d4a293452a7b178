import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

/** A text that nothing shows, as a program without Effect has it: of this copy of the SDK or another. */
export const isSecret = (value: unknown): value is { readonly reveal: () => string } =>
  Predicate.hasProperty(value, "reveal") && Predicate.isFunction(value.reveal)

/** Whether a value is hidden, in either way. */
export const isHidden = (value: unknown): boolean => Redacted.isRedacted(value) || isSecret(value)

/** The value itself of one that may be hidden. */
export const shown = (value: unknown): unknown =>
  Redacted.isRedacted(value) ? shown(Redacted.value(value)) : isSecret(value) ? value.reveal() : value
