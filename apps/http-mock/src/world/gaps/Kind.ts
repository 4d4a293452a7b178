import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { isTooDeep } from "../nesting.ts"
import type { Takes } from "./Takes.ts"

/** What can be chosen at a gap. */
export interface Kind<Choice> {
  /** Taken unless another is chosen. */
  readonly first: Choice
  /** Every choice, where they can be listed. */
  readonly options: ReadonlyArray<Choice>
  /** What can be chosen, in words. */
  readonly accepts: string
  /** The same as data. */
  readonly takes: Takes
  /** The choice that a text of the command line names. */
  readonly read: (text: string) => Option.Option<Choice>
}

const listed = (options: ReadonlyArray<string>) =>
  options.length === 1 ? options.join() : `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`

/** One of a list, whose first is taken. */
export const oneOf = <const Options extends readonly [string | number, ...ReadonlyArray<string | number>]>(
  ...options: Options
): Kind<Options[number]> => ({
  first: options[0],
  options,
  accepts: listed(options.map(String)),
  takes: { kind: "one of", options },
  read: (text) => Option.fromUndefinedOr(options.find((option) => String(option) === text))
})

interface Bounds {
  readonly minimum: number
  readonly maximum?: number
}

const whole = ({ maximum = Number.MAX_SAFE_INTEGER, minimum }: Bounds) => {
  const fits = (number: number) => Number.isSafeInteger(number) && number >= minimum && number <= maximum
  return (text: string) => (/^\d{1,16}$/.test(text) && fits(Number(text)) ? Option.some(Number(text)) : Option.none())
}

const wholeNumber = ({ maximum, minimum }: Bounds) =>
  `a whole number ${maximum === undefined ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`}`

/** A whole number within bounds. */
export const integer = (first: number, bounds: Bounds): Kind<number> => ({
  first,
  options: [],
  accepts: wholeNumber(bounds),
  takes: { kind: "whole number", ...bounds },
  read: whole(bounds)
})

const seconds = { minimum: 1, maximum: 3_153_600_000 }

/** How long something lasts: a number of seconds, or no end. */
export const lifetime = (first: number | "unlimited"): Kind<number | "unlimited"> => ({
  first,
  options: [],
  accepts: `unlimited, or the seconds as ${wholeNumber(seconds)}`,
  takes: { kind: "lifetime", ...seconds },
  read: (text) => (text === "unlimited" ? Option.some(text) : whole(seconds)(text))
})

/** A text of at least one character. */
export const text = (first: string): Kind<string> => ({
  first,
  options: [],
  accepts: "a text",
  takes: { kind: "text" },
  read: Option.liftPredicate((text: string) => text !== "")
})

/** Texts without commas, one or more. */
export const texts = (...first: readonly [string, ...ReadonlyArray<string>]): Kind<ReadonlyArray<string>> => ({
  first,
  options: [],
  accepts: "texts with commas between them",
  takes: { kind: "texts" },
  read: (text) => {
    const given = text.split(",").map((one) => one.trim())
    return given.includes("") ? Option.none() : Option.some(given)
  }
})

/** A value that a schema takes, written as JSON. */
export const json = <Choice>(schema: Schema.Codec<Choice, unknown>, accepts: string, first: Choice): Kind<Choice> => ({
  first,
  options: [],
  accepts,
  takes: { kind: "JSON" },
  read: (text) =>
    isTooDeep(text)
      ? Option.none()
      : Schema.decodeOption(Schema.fromJsonString(schema), { onExcessProperty: "error" })(text)
})
