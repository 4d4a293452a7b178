import type { WholeEntry } from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"

import { Named } from "../code/Script.ts"
import type { Mails, Script, Statement } from "../code/Script.ts"
import { takesToken } from "../fuzz/Pair.ts"
import { Correlation } from "./Correlation.ts"
import { expectationsOf, failureOf } from "./expectations.ts"
import type { Recorded } from "./Recorded.ts"
import { bodyOf, requestOf } from "./requestOf.ts"
import { sourcesIn } from "./sources.ts"

const administratorToken = { name: "administratorToken", secret: true }

const administratorLogsIn: Statement = {
  _tag: "Call",
  title: "the administrator logs in, for tokens that were given before the recording",
  operation: "Auth.logIn",
  input: {
    payload: {
      email: new Named({ name: "target.administrator.email", secret: false }),
      password: new Named({ name: "target.administrator.password", secret: true })
    }
  },
  token: undefined,
  gives: [{ constant: administratorToken, path: ["token"] }],
  expects: []
}

const comment = (entry: WholeEntry, why: string): Statement => ({
  _tag: "Comment",
  text: `${entry.method} ${entry.path.replace(/\?.*$/, "")} ${entry.status ?? "without an answer"}: left out, ${why}`
})

const tokenIn = ({ request }: WholeEntry): string => {
  const header = Object.entries(request.headers).find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? ""
  return header.replace(/^Bearer\s+/i, "").trim()
}

/** How far the clock was moved between two requests, beyond the time that passed, in milliseconds. */
const moved = (one: WholeEntry, other: WholeEntry): number => {
  const between = (name: "at" | "arrived_at") => DateTime.toEpochMillis(other[name]) - DateTime.toEpochMillis(one[name])
  return between("at") - between("arrived_at")
}

/** What a request of a recording becomes, and the e-mails that are read before it. */
const statementsOf = (
  entry: WholeEntry,
  index: number,
  correlation: Correlation,
  fromStart: boolean
): ReadonlyArray<Statement> => {
  if (entry.region !== "us") return [comment(entry, "it went to another region")]
  if (entry.faults.length > 0 || entry.answer === null) return [comment(entry, "a fault took its answer, or none came")]
  const found = requestOf(entry)
  if (typeof found === "string") return [comment(entry, found)]
  const { input, operation } = found
  const body = bodyOf(entry.answer.body.text)
  const before: Array<Mails> = []
  const isOfUser = takesToken({ input: {}, operation: operation.id }) && input.query?.["token"] === undefined
  const isRefused = entry.answer.status >= 300
  const call: Statement = {
    _tag: "Call",
    title: operation.id,
    operation: operation.id,
    input: correlation.inputOf(input, before),
    token: isOfUser ? (correlation.given("authorization", tokenIn(entry)) ?? new Named(administratorToken)) : undefined,
    failsWith: isRefused ? failureOf(entry.answer.status, body, isOfUser) : undefined,
    gives: [],
    expects: isRefused ? [] : expectationsOf(operation.id, body, fromStart)
  }
  if (!isRefused) correlation.add(sourcesIn(operation.id, body, index))
  return [...before, call]
}

const isAdministrators = (statement: Statement) =>
  statement._tag === "Call" && statement.token?.constant === administratorToken

/** A scenario that sends what was recorded, with what answers gave put in its place. */
export const recordScript = ({ about, demo, entries, fromStart, mails }: Recorded): Script => {
  const correlation = new Correlation(demo, mails)
  const blocks = entries.map((entry, index): ReadonlyArray<Statement> => {
    const previous = entries[index - 1]
    const passed = previous === undefined ? 0 : moved(previous, entry)
    const advance: ReadonlyArray<Statement> = passed > 1000 ? [{ _tag: "Advance", duration: `${passed} millis` }] : []
    return [...advance, ...statementsOf(entry, index, correlation, fromStart)]
  })
  // which answers give something is known once all requests are
  const statements = blocks.flatMap((own, index) =>
    own.map((one): Statement => (one._tag === "Call" ? { ...one, gives: correlation.givenBy(index) } : one))
  )
  return {
    about,
    tags: ["recorded"],
    statements: [
      ...correlation.invented.map(({ name }): Statement => ({
        _tag: "Constant",
        name,
        value: `${name}-of-the-recording`
      })),
      ...(statements.some(isAdministrators) ? [administratorLogsIn] : []),
      ...statements
    ]
  }
}
