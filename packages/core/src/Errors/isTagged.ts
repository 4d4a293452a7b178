import * as Predicate from "effect/Predicate"

/** Whether a value is an error of a name: of two copies of the SDK in a program the classes differ, the tags do not. */
export const isTagged = (value: unknown, tag: string) =>
  Predicate.hasProperty(value, "_tag") && value._tag === tag && Predicate.hasProperty(value, "message")
