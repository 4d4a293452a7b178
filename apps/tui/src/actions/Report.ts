import * as Redacted from "effect/Redacted"

import type { Failure } from "../Problem.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import type { Tone } from "../theme.ts"

/** A line of a report; a secret is shown as such until it is asked for. */
export interface Line {
  readonly label?: string
  readonly text: string | Redacted.Redacted
  readonly tone?: Tone
  /** Whether its spaces count. */
  readonly isCode?: boolean
}

export interface Part {
  readonly title?: string
  readonly lines: ReadonlyArray<Line>
}

/** What was found out, to be read on the screen, spoken or printed. */
export interface Report {
  readonly title: string
  readonly parts: ReadonlyArray<Part>
  /** What of it can be drawn as charts. */
  readonly chart?: Statistics
  /** The same for programs; what is secret in it is `Redacted`. */
  readonly data: unknown
  /** Why a part of it is missing: it is shown all the same, and a command ends as with any failure. */
  readonly failure?: Failure
}

/** What stands for a secret; it does not tell its length. */
export const hidden = "••••••••"

export const textOf = ({ text }: Line, isRevealed: boolean): string => {
  if (typeof text === "string") return text
  return isRevealed ? Redacted.value(text) : hidden
}

/** The secrets of a report, the first one first. */
export const secretsOf = ({ parts }: Report): ReadonlyArray<Redacted.Redacted> =>
  parts.flatMap(({ lines }) => lines.flatMap(({ text }) => (typeof text === "string" ? [] : [text])))

/** A report of facts, label by label; what is empty is left out. */
export const ofFacts = (
  title: string,
  facts: ReadonlyArray<readonly [label: string, text: string | Redacted.Redacted | null | undefined]>,
  data: unknown
): Report => ({
  title,
  parts: [{ lines: facts.flatMap(([label, text]) => (text == null || text === "" ? [] : [{ label, text }])) }],
  data
})
