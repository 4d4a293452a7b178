import { isUnsafe, sanitize } from "@remote-assist/cli/Terminal"
import type { HttpRequest } from "@remote-assist/core/Http"
import * as TextDiff from "effect/TextDiff"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt, Failure } from "./Result.ts"

const octal = (character: string) =>
  isUnsafe(character)
    ? [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")
    : character

/** A text as a word of a shell, on one line: what would steer a terminal stands there as bash, zsh and ksh read it. */
export const quoted = (text: string): string => {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text
  return sanitize(text) === text
    ? `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `$'${Array.from(text.replaceAll(/[\\']/g, String.raw`\$&`), octal).join("")}'`
}

/** The curl line that sends a request again. */
const curlOf = ({ body, headers, method, url }: HttpRequest): string =>
  [
    "curl",
    ...(method === (body === undefined ? "GET" : "POST") ? [] : ["-X", method]),
    quoted(url),
    ...Object.entries(headers)
      .filter(([name]) => !/^(?:host|content-length|traceparent|b3|accept-encoding)$/.test(name))
      .flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ["-d", quoted(body)])
  ].join(" ")

/** How much of a text is shown. The `json` reporter of vitest has all of it. */
const limit = { lines: 100, characters: 1000 }

const elsewhere = "--reporter json=file has all"

const cappedLine = (line: string): string => {
  const over = line.length - limit.characters
  if (over <= 0) return line
  const end = limit.characters / 4
  return `${line.slice(0, limit.characters - end).toWellFormed()} … ${over} characters are left out: ${elsewhere} … ${line.slice(-end).toWellFormed()}`
}

/** Leaves out the middle of too many lines, and of lines that are too long. */
const capped = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const over = lines.length - limit.lines
  const shown =
    over <= 0
      ? lines
      : [
          ...lines.slice(0, limit.lines * 0.75),
          `… ${over} lines are left out: ${elsewhere} …`,
          ...lines.slice(-limit.lines * 0.25)
        ]
  return shown.map(cappedLine)
}

const cappedText = (text: string): string => capped(text.split("\n")).join("\n")

const indented = (text: string, by = "  ") => text.replaceAll(/^(?=.)/gm, by)

// beyond this, which lines are the same is found less exactly; else it takes the square of their number
const mostEdits = 1000

/** What differs between two values, line by line: what was expected with `-`, what was seen with `+`. */
const diffOf = ({ actual, expected }: NonNullable<Failure["compared"]>): ReadonlyArray<string> =>
  TextDiff.lines(expected, actual, { maxEdits: mostEdits }).flatMap(({ _tag, items }) =>
    items.map((line) => `${_tag === "Delete" ? "-" : _tag === "Insert" ? "+" : " "} ${line.replace(/\n$/, "")}`)
  )

/** The titles of the steps around a step, from the outermost to itself. */
export const pathOf = ({ steps }: Pick<Attempt, "steps">, id: number | undefined): ReadonlyArray<string> => {
  const step = id === undefined ? undefined : steps[id]
  return step === undefined ? [] : [...pathOf({ steps }, step.parent), step.title]
}

/** The exchanges that a failure is about, the last of them where a step sent many, and how many more there were. */
const exchangesOf = ({ exchanges }: Attempt, { exchanges: ids = [] }: Failure) => {
  const all = exchanges.filter(({ id }) => ids.includes(id))
  const told = all.slice(-3)
  return { told, earlier: all.length - told.length }
}

const shortened = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text)

const answerText = ({ answer, lost }: Exchange) =>
  answer === undefined ? `no answer: ${lost ?? "under way"}` : `${answer.status} ${shortened(answer.body)}`.trim()

/** An exchange with what the emulator's journal says of it, and the curl line that repeats it. */
const exchangeLines = (attempt: Attempt, exchange: Exchange): ReadonlyArray<string> => {
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

const shown = (lines: ReadonlyArray<string>) =>
  lines.flatMap((line) =>
    indented(cappedText(line))
      .split("\n")
      .map((text) => sanitize(text))
  )

/** Why an attempt failed, as lines. */
export const reasonLines = (attempt: Attempt, failure: Failure): ReadonlyArray<string> => {
  const { at, cleanUp, compared, message } = failure
  const { earlier, told } = exchangesOf(attempt, failure)
  const path = pathOf(attempt, failure.step)
  const [what = ""] = message.split("\n")
  return shown([
    ...(path.length === 0 ? [] : [`in: ${path.join(" › ")}`]),
    ...(compared === undefined
      ? [`${failure.kind}: ${message}`]
      : [what, ...capped(diffOf(compared)).map((line) => `  ${line}`)]),
    ...(at === undefined ? [] : [`at ${at}`]),
    ...(earlier === 0 ? [] : [`${earlier} earlier requests of the step are left out`]),
    ...told.flatMap((exchange) => exchangeLines(attempt, exchange)),
    ...(cleanUp === undefined ? [] : [`clean-up: ${cleanUp}`]),
    ...attempt.leftovers.map(({ id, kind, reason }) => `clean-up: ${kind} ${id} is left behind: ${reason}`)
  ])
}

/** What attempts could not remove, as lines. */
export const leftoverLines = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<string> => {
  const leftovers = attempts.flatMap(({ leftovers }) => leftovers)
  return leftovers.length === 0
    ? []
    : [
        `${leftovers.length} left behind:`,
        ...leftovers.map(({ id, kind, reason }) => sanitize(`  ${kind} ${id}: ${reason}`))
      ]
}
