import { startCommand } from "@remote-assist/cli/Process"
import { sanitize } from "@remote-assist/cli/Terminal"
import type { HttpRequest } from "@remote-assist/core/Http"
import { pluralize, shellQuote as quote } from "@remote-assist/core/Text"
import * as TextDiff from "effect/TextDiff"

import type { Exchange, Leftover } from "../recorder/Recorder.ts"
import type { Attempt, Failure } from "./Result.ts"

/** Quotes a text for the shell, on one line and without control characters. */
export const shellQuote = (text: string): string => (/^[\w./:=@%+,-]+$/.test(text) ? text : quote(sanitize(text)))

/** The command that starts this program. */
export const programName: string = startCommand("remote-assist-e2e", "e2e")

/** Formats a command of this program that can be pasted. */
export const formatCommand = (...args: ReadonlyArray<string>): string =>
  [programName, ...args.map(shellQuote)].join(" ")

const variables: Readonly<Record<string, string>> = {
  BASE_URL: "an emulator such as http://127.0.0.1:4010/us",
  TOKEN: "the `token` in the answer to POST /v1/auth",
  API_KEY: "the API key",
  SECRET: "a password or a token of the scenario"
}

/** Quotes a text for the shell, with a variable in place of masked secrets. */
const quoteMasked = (text: string, variable: string) => shellQuote(text).replaceAll("<redacted>", `'"$${variable}"'`)

/** Returns the curl command that repeats a request, and the variables that it needs. */
const curlOf = ({ body, headers, method, url }: HttpRequest, address = "http://emulator.internal") => {
  // the tenant of the scenario is dropped
  const target = url.replace(/\/t\/e2e-[\w-]+(?=\/)/, "")
  const path = target.startsWith(`${address}/`) ? target.slice(address.length).replace(/^\/\w+/, "") : undefined
  const curl = [
    "curl",
    ...(method === (body === undefined ? "GET" : "POST") ? [] : ["-X", method]),
    path === undefined ? quoteMasked(target, "SECRET") : `"$BASE_URL"${quoteMasked(path, "SECRET")}`,
    ...Object.entries(headers)
      .filter(([name]) => !/^(?:host|content-length|traceparent|b3|accept-encoding)$/.test(name))
      .flatMap(([name, value]) => [
        "-H",
        quoteMasked(`${name}: ${value}`, name === "authorization" ? "TOKEN" : "API_KEY")
      ]),
    ...(body === undefined ? [] : ["-d", quoteMasked(body, "SECRET")])
  ].join(" ")
  const needed = Object.entries(variables).filter(([name]) => curl.includes(`"$${name}"`))
  return [`curl: ${curl}`, ...needed.map(([name, what]) => `  $${name}: ${what}`)]
}

/** How much of a text is shown. */
const limit = { lines: 40, characters: 600 }

const fullReport = "see --reporter json=file"

const cappedLine = (line: string): string => {
  const over = line.length - limit.characters
  if (over <= 0) return line
  const end = limit.characters / 4
  return `${line.slice(0, limit.characters - end).toWellFormed()} … ${pluralize(over, "character")} omitted (${fullReport}) … ${line.slice(-end).toWellFormed()}`
}

/** Omits the middle of too many lines and of too long lines. */
const capped = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const over = lines.length - limit.lines
  const note = `… ${pluralize(over, "line")} omitted (${fullReport}) …`
  return (over <= 0 ? lines : lines.toSpliced(limit.lines * 0.75, over, note)).map(cappedLine)
}

const cappedText = (text: string): string => capped(text.split("\n")).join("\n")

const indented = (text: string, by = "  ") => text.replaceAll(/^(?=.)/gm, by)

// limits the time of a comparison, which is quadratic in the number of edits
const maxEdits = 1000

/** Returns the difference of two values by lines: `-` for expected, `+` for actual. */
const diffOf = ({ actual, expected }: NonNullable<Failure["compared"]>): ReadonlyArray<string> =>
  TextDiff.lines(expected, actual, { maxEdits }).flatMap(({ _tag, items }) =>
    items.map((line) => `${_tag === "Delete" ? "-" : _tag === "Insert" ? "+" : " "} ${line.replace(/\n$/, "")}`)
  )

/** Returns the titles of the enclosing steps and of the step itself. */
export const stepPath = ({ steps }: Pick<Attempt, "steps">, id: number | undefined): ReadonlyArray<string> => {
  const step = id === undefined ? undefined : steps[id]
  return step === undefined ? [] : [...stepPath({ steps }, step.parent), step.title]
}

/** Returns the last exchanges of a failure, and how many earlier ones there are. */
const exchangesOf = ({ exchanges }: Attempt, { exchanges: ids = [] }: Failure) => {
  const all = exchanges.filter(({ id }) => ids.includes(id))
  const last = all.slice(-3)
  return { last, earlier: all.length - last.length }
}

const answerText = ({ answer, lost }: Exchange) =>
  answer === undefined ? `no answer: ${lost ?? "still running"}` : `${answer.status} ${answer.body}`.trim()

/** Formats an exchange with its journal entry and a curl command. */
const exchangeLines = (attempt: Attempt, exchange: Exchange): ReadonlyArray<string> => {
  const { operation, request } = exchange
  const note = attempt.journal.find((note) => note.exchange === exchange.id)
  return [
    `${request.method} ${request.url}${operation === undefined ? "" : `  (${operation})`}`,
    ...(request.body === undefined ? [] : [`  ${request.body}`]),
    `→ ${answerText(exchange)}`,
    ...(note?.reason === undefined ? [] : [`journal ${note.id}: ${note.reason}`]),
    ...(note?.hint === undefined ? [] : [`hint: ${note.hint}`]),
    ...curlOf(request, attempt.address)
  ]
}

const shown = (lines: ReadonlyArray<string>) =>
  lines.flatMap((line) =>
    indented(cappedText(line))
      .split("\n")
      .map((text) => sanitize(text))
  )

/** Formats a failure as lines. */
export const reasonLines = (attempt: Attempt, failure: Failure): ReadonlyArray<string> => {
  const { at, cleanUp, compared, inside, message } = failure
  const { earlier, last } = exchangesOf(attempt, failure)
  const path = stepPath(attempt, failure.step)
  const [what = ""] = message.split("\n")
  return shown([
    ...(path.length === 0 ? [] : [`in: ${path.join(" › ")}`]),
    ...(compared === undefined
      ? [`${failure.kind}: ${message}`]
      : [what, ...capped(diffOf(compared)).map((line) => `  ${line}`)]),
    ...(at === undefined ? [] : [`at ${at}`]),
    ...(inside === undefined ? [] : [`in ${inside}`]),
    ...(earlier === 0 ? [] : [`${pluralize(earlier, "earlier request")} of the step omitted`]),
    ...last.flatMap((exchange) => exchangeLines(attempt, exchange)),
    ...(cleanUp === undefined ? [] : cleanUp.split("\n").map((line) => `clean-up: ${line}`))
  ])
}

/** Formats leftovers as lines. `gc` is the command that removes data; it does not undo changes. */
export const leftoverLines = (leftovers: ReadonlyArray<Leftover>, gc?: string): ReadonlyArray<string> => {
  const groups = Map.groupBy(leftovers, ({ isGone, kind }) => (isGone ? "gone" : kind === "change" ? kind : "data"))
  const section = (name: "change" | "data" | "gone", title: string, end: ReadonlyArray<string> = []) => {
    const group = groups.get(name) ?? []
    const lines = group.map(({ id, kind, reason }) => `  ${kind === "change" ? "" : `${kind} `}${id}: ${reason}`)
    return group.length === 0 ? [] : [`${group.length} ${title}:`, ...lines.map((line) => sanitize(line)), ...end]
  }
  return [
    ...section("change", "not restored. Restore them yourself, as gc cannot"),
    ...section("data", "not removed", gc === undefined ? [] : [`Remove them with ${gc}`]),
    ...section("gone", "not cleaned up. An emulator drops such data, but a live region keeps it")
  ]
}
