import * as TextDiff from "effect/TextDiff"

import type { Attempt, Failure, Result } from "../runner/Result.ts"
import type { Exchange } from "../scenario/Recorder.ts"
import { curlOf } from "./curl.ts"
import { visible } from "./visible.ts"

const indented = (text: string, by = "  ") => text.replaceAll(/^(?=.)/gm, by)

/** What differs between two values, line by line: what was expected with `-`, what was seen with `+`. */
export const diffOf = ({ actual, expected }: NonNullable<Failure["compared"]>): ReadonlyArray<string> =>
  TextDiff.lines(expected, actual).flatMap(({ _tag, items }) =>
    items.map((line) => `${_tag === "Delete" ? "-" : _tag === "Insert" ? "+" : " "} ${line.replace(/\n$/, "")}`)
  )

/** The titles of the steps around a step, from the outermost to itself. */
export const pathOf = ({ steps }: Pick<Attempt, "steps">, id: number | undefined): ReadonlyArray<string> => {
  const step = id === undefined ? undefined : steps[id]
  return step === undefined ? [] : [...pathOf({ steps }, step.parent), step.title]
}

/** The exchanges that a failure is likely to be about: those of its step, or else the last one. */
export const exchangesOf = ({ exchanges }: Attempt, { step }: Failure): ReadonlyArray<Exchange> => {
  const ofStep = exchanges.filter((exchange) => step !== undefined && exchange.step === step)
  return ofStep.length > 0 ? ofStep : exchanges.slice(-1)
}

const shortened = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text)

const answerText = ({ answer, lost }: Exchange) =>
  answer === undefined ? `no answer: ${lost ?? "under way"}` : `${answer.status} ${shortened(answer.body)}`.trim()

/** An exchange with what the emulator's journal says of it, and the curl line that repeats it. */
export const exchangeLines = (attempt: Attempt, exchange: Exchange): ReadonlyArray<string> => {
  const { operation, request } = exchange
  const note = attempt.journal.find((note) => note.exchange === exchange.id)
  return [
    `${request.method} ${request.url}${operation === undefined ? "" : `  (${operation})`}`,
    ...(request.body === undefined ? [] : [`  ${shortened(request.body)}`]),
    `→ ${answerText(exchange)}`,
    ...(note?.reason === undefined ? [] : [`journal ${note.id}: ${note.reason}`]),
    ...(note?.hint === undefined ? [] : [`hint: ${note.hint}`]),
    `curl: ${curlOf(request)}`
  ]
}

/** Why an attempt failed, as lines. */
export const failureLines = (
  { again, name }: Pick<Result, "name" | "again">,
  attempt: Attempt,
  failure: Failure
): ReadonlyArray<string> => {
  const { at, compared, message } = failure
  const path = pathOf(attempt, failure.step)
  const [what = ""] = message.split("\n")
  return [
    ...(path.length === 0 ? [] : [`in: ${path.join(" › ")}`]),
    ...(compared === undefined
      ? [`${failure.kind}: ${message}`]
      : [what, ...diffOf(compared).map((line) => `  ${line}`)]),
    ...(at === undefined ? [] : [`at ${at}`]),
    ...exchangesOf(attempt, failure).flatMap((exchange) => exchangeLines(attempt, exchange)),
    `again: ${again ?? `remote-assist-e2e ${name}`}`
  ].flatMap((line) => indented(line).split("\n").map(visible))
}
