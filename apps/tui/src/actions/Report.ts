import * as Redacted from "effect/Redacted"

import type { Failure } from "../Problem.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import type { Tone } from "../theme.ts"

/** A line of a report. A secret is masked until the user reveals it. */
export interface Line {
  readonly label?: string
  readonly text: string | Redacted.Redacted
  readonly tone?: Tone
  /** Whether its spaces are significant. */
  readonly isCode?: boolean
}

export interface Part {
  readonly title?: string
  readonly lines: ReadonlyArray<Line>
}

/** The result of a query: read on the screen, spoken or printed. */
export interface Report {
  readonly title: string
  readonly parts: ReadonlyArray<Part>
  readonly chart?: Statistics
  /** The same for programs; secrets in it are `Redacted`. */
  readonly data: unknown
  /** Why a part is missing. The rest is shown, and a command fails with it. */
  readonly failure?: Failure
}

/** The mask of a secret; it does not show the length. */
export const mask = "••••••••"

export const lineText = ({ text }: Line, isRevealed: boolean): string => {
  if (typeof text === "string") return text
  return isRevealed ? Redacted.value(text) : mask
}

export const secretsIn = ({ parts }: Report): ReadonlyArray<Redacted.Redacted> =>
  parts.flatMap(({ lines }) => lines.flatMap(({ text }) => (typeof text === "string" ? [] : [text])))

type Fact = readonly [label: string, text: string | Redacted.Redacted | null | undefined]

/** Returns labelled facts as lines, without the empty ones. */
export const factLines = (facts: ReadonlyArray<Fact>): ReadonlyArray<Line> =>
  facts.flatMap(([label, text]) => (text == null || text === "" ? [] : [{ label, text }]))

/** Creates a report of labelled facts. */
export const fromFacts = (title: string, facts: ReadonlyArray<Fact>, data?: unknown): Report => ({
  title,
  parts: [{ lines: factLines(facts) }],
  data
})
