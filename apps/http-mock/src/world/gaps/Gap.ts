import { disjunction } from "@remote-assist/core/Text"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { isTooDeep } from "../json.ts"

const bounds = { minimum: Schema.Int, maximum: Schema.optionalKey(Schema.Int) }

/** The valid choices of a gap, as data for programs. */
export const Takes = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("one of"), options: Schema.Array(Schema.Union([Schema.String, Schema.Int])) }),
  Schema.Struct({ kind: Schema.Literal("whole number"), ...bounds }),
  /** A whole number of seconds, or `unlimited`. */
  Schema.Struct({ kind: Schema.Literal("lifetime"), ...bounds }),
  Schema.Struct({ kind: Schema.Literal("text") }),
  /** Texts, separated by commas. */
  Schema.Struct({ kind: Schema.Literal("texts") }),
  /** JSON with the shape of the default choice, unless that is `{}`. */
  Schema.Struct({ kind: Schema.Literal("JSON") })
]).annotate({ identifier: "GapTakes" })
export type Takes = typeof Takes.Type

export interface Kind<Choice> {
  readonly first: Choice
  readonly options: ReadonlyArray<Choice>
  readonly accepts: string
  readonly takes: Takes
  readonly is: (value: unknown) => value is Choice
  /** Parses a choice from a command line argument. */
  readonly read: (text: string) => Option.Option<Choice>
}

const kind = <Choice>(
  about: Pick<Kind<Choice>, "accepts" | "first" | "takes"> & { readonly options?: ReadonlyArray<Choice> },
  is: (value: unknown) => value is Choice,
  parse: (text: string) => unknown
): Kind<Choice> => ({
  options: [],
  ...about,
  is,
  read: (text) => Option.filter(Option.some(parse(text)), is)
})

/** One of a list. The first is the default. */
export const oneOf = <const Options extends readonly [string | number, ...ReadonlyArray<string | number>]>(
  ...options: Options
): Kind<Options[number]> =>
  kind(
    { first: options[0], options, accepts: disjunction(options.map(String)), takes: { kind: "one of", options } },
    (value): value is Options[number] => options.some((option) => option === value),
    (text) => options.find((option) => String(option) === text)
  )

interface Bounds {
  readonly minimum: number
  readonly maximum?: number
}

const isInteger =
  ({ maximum = Number.MAX_SAFE_INTEGER, minimum }: Bounds) =>
  (value: unknown): value is number =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum

const digits = (text: string) => (/^\d{1,16}$/.test(text) ? Number(text) : undefined)

const wholeNumber = ({ maximum, minimum }: Bounds) =>
  `a whole number ${maximum === undefined ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`}`

export const integer = (first: number, bounds: Bounds): Kind<number> =>
  kind({ first, accepts: wholeNumber(bounds), takes: { kind: "whole number", ...bounds } }, isInteger(bounds), digits)

const seconds = { minimum: 1, maximum: 3_153_600_000 }

/** A lifetime: a number of seconds, or unlimited. */
export const lifetime = (first: number | "unlimited"): Kind<number | "unlimited"> =>
  kind(
    {
      first,
      accepts: `unlimited, or the seconds as ${wholeNumber(seconds)}`,
      takes: { kind: "lifetime", ...seconds }
    },
    (value): value is number | "unlimited" => value === "unlimited" || isInteger(seconds)(value),
    (text) => (text === "unlimited" ? text : digits(text))
  )

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

export const text = (first: string): Kind<string> =>
  kind({ first, accepts: "a text", takes: { kind: "text" } }, isText, (text) => text)

const parseJson = (text: string): unknown =>
  isTooDeep(text) ? undefined : Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

const isTrimmed = (value: unknown) => isText(value) && value.trim() === value && !value.includes(",")

export const texts = (...first: readonly [string, ...ReadonlyArray<string>]): Kind<ReadonlyArray<string>> =>
  kind(
    { first, accepts: "texts, separated by commas or as a JSON list", takes: { kind: "texts" } },
    (value): value is ReadonlyArray<string> => Array.isArray(value) && value.length > 0 && value.every(isTrimmed),
    (text) => (text.startsWith("[") ? parseJson(text) : text.split(",").map((one) => one.trim()))
  )

export const json = <Choice>(schema: Schema.Codec<Choice, unknown>, accepts: string, first: Choice): Kind<Choice> =>
  kind(
    { first, accepts, takes: { kind: "JSON" } },
    (value): value is Choice => Option.isSome(Schema.decodeUnknownOption(schema, { onExcessProperty: "error" })(value)),
    parseJson
  )

/** The section that leaves a point open, and the reason for the default choice. */
interface Point {
  readonly section: string
  /** Other behaviour of a service that is not implemented. */
  readonly alternatives?: string
  readonly reason: string
}

/** A point that the interface leaves open, with several implemented choices. */
export interface Gap<Choice = unknown> extends Kind<Choice>, Point {}

/** A point that the interface leaves open, with one implemented choice. */
export interface Documented extends Point {
  readonly only: string
}

export const gap = <Choice>(kind: Kind<Choice>, point: Point): Gap<Choice> => ({ ...kind, ...point })
