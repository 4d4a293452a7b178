import type { OperationId } from "@remote-assist/core/Contract"
import type { Demo } from "@remote-assist/http-mock"
import type { WholeEntry } from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"

import { Named } from "../code/Script.ts"
import type { Constant, Expectation, Json, Mails, Path, Script, Statement } from "../code/Script.ts"
import { secretFields } from "../code/signatures.ts"
import { isFields, isList } from "../code/Value.ts"
import type { Fields, Input, Value } from "../code/Value.ts"
import { secretKinds } from "../fuzz/kinds.ts"
import { takesToken } from "../fuzz/Pair.ts"
import { bodyOf, requestOf } from "./requestOf.ts"
import { kindsOf, rootOf, sourcesIn } from "./sources.ts"
import type { Source } from "./sources.ts"

/** An e-mail of the tenant whose journal is read. */
export interface SentMail {
  readonly to: string
  readonly token?: string | undefined
}

/** What a recording is made of. */
export interface Recorded {
  /** The oldest first. */
  readonly entries: ReadonlyArray<WholeEntry>
  /** The oldest first. */
  readonly mails: ReadonlyArray<SentMail>
  readonly demo: Demo
  /** Whether it begins with the tenant: only then counts are known. */
  readonly fromStart: boolean
  readonly about: ReadonlyArray<string>
}

const colleague = "linus@example.com"

const stable = new Set([
  "total_entries",
  "total_pages",
  "page",
  "page_size",
  "name",
  "email",
  "active",
  "role_name",
  "status",
  "message"
])
const counts = new Set(["total_entries", "total_pages"])

const isAtom = (value: unknown): value is string | number | boolean =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)

const wordsOf = (kind: string) => kind.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** The constants of a scenario, by what they stand for. */
class Constants {
  readonly gives = new Map<number, Array<{ readonly constant: Constant; readonly path: Path }>>()
  readonly #names = new Map<string, Constant>()
  readonly #counts = new Map<string, number>()

  /** A constant that is made once. */
  once(key: string, words: string, secret: boolean, made: (constant: Constant) => void): Constant {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(words) ?? 0) + 1
    this.#counts.set(words, count)
    const constant = { name: `${wordsOf(words)}${count}`, secret }
    this.#names.set(key, constant)
    made(constant)
    return constant
  }

  /** The constant of what an answer gave. */
  of({ index, kind, path }: Source): Constant {
    return this.once(`${index} ${path.join(".")}`, kind, secretKinds.has(kind), (constant) =>
      this.gives.set(index, [...(this.gives.get(index) ?? []), { constant, path }])
    )
  }
}

const failureOf = (status: number, body: unknown, takesToken: boolean) => {
  if (takesToken && (body === "Token expired" || (Predicate.hasProperty(body, "code") && body.code === 1003)))
    return "SessionEnded"
  if (status === 400 && Predicate.hasProperty(body, "code")) return "ErrorV1R1"
  if ((status === 401 || status === 500) && Predicate.hasProperty(body, "code")) return "ErrorV1"
  return (status === 401 || status === 403) && Predicate.isString(body) ? "ErrorText" : "UnexpectedAnswer"
}

const expectationsOf = (operation: OperationId, body: unknown, fromStart: boolean): ReadonlyArray<Expectation> =>
  Predicate.isObject(body) && !Array.isArray(body)
    ? Object.entries(body).flatMap(([name, value]): ReadonlyArray<Expectation> => {
        const isStable = stable.has(name) && (fromStart || !counts.has(name)) && isAtom(value)
        return isStable ? [{ _tag: "Equal", path: [...rootOf(operation), name], value: value satisfies Json }] : []
      })
    : []

/** A scenario that sends what was recorded, with what answers gave put in its place. */
export const recordScript = ({ about, demo, entries, fromStart, mails }: Recorded): Script => {
  const constants = new Constants()
  const sources: Array<Source> = []
  const blocks: Array<{ readonly index: number; readonly statements: ReadonlyArray<Statement> }> = []
  let needsAdministrator = false

  const target = new Map<string, Named>([
    [`secret ${demo.password}`, new Named({ name: "target.administrator.password", secret: true })],
    [`secret ${demo.personalAccessToken}`, new Named({ name: "target.personalAccessToken", secret: true })],
    [`secret ${demo.inviteUrl}`, new Named({ name: "demo.inviteUrl", secret: false })],
    [`secret ${demo.aliasRefreshToken}`, new Named({ name: "demo.aliasRefreshToken", secret: false })],
    [`secret ${demo.confirmationToken}`, new Named({ name: "demo.confirmationToken", secret: false })],
    [`secret ${demo.newEmailToken}`, new Named({ name: "demo.newEmailToken", secret: false })],
    [`email ${demo.email}`, new Named({ name: "target.administrator.email", secret: false })],
    [`email ${colleague}`, new Named({ name: "target.colleague.email", secret: false })]
  ])

  const given = (field: string, value: string | number) =>
    sources.find((source) => String(source.value) === String(value) && kindsOf[field]?.includes(source.kind) === true)

  const mailOf = (token: string, before: Array<Mails>): Named | undefined => {
    const mail = mails.find((one) => one.token === token)
    if (mail === undefined) return undefined
    const index = mails.filter(({ to }) => to === mail.to).indexOf(mail)
    const constant = constants.once(`mail ${token}`, "confirmation", false, (made) =>
      before.push({
        _tag: "Mails",
        title: `the e-mails to ${mail.to}`,
        to: mail.to,
        gives: [{ constant: made, path: [index, "token"] }],
        expects: []
      })
    )
    return new Named(constant)
  }

  const atomOf = (field: string, value: string | number | boolean | null, before: Array<Mails>): Value<Named> => {
    if (!Predicate.isString(value) && !Predicate.isNumber(value)) return value
    const isSecret = secretFields.has(field) || field === "link_url"
    const known = target.get(`${isSecret ? "secret" : field} ${value}`)
    if (known !== undefined) return known
    const source = given(field, value)
    if (source !== undefined) return new Named(constants.of(source))
    if (field === "filter" && Predicate.isString(value) && value.startsWith("email=")) {
      const address = atomOf("email", value.slice("email=".length), before)
      return address instanceof Named ? new Named(address.constant, "email=") : value
    }
    if (!isSecret) return value
    return (
      mailOf(String(value), before) ??
      new Named(
        constants.once(`secret ${value}`, `made up ${field.replaceAll("_", " ")}`, false, (made) => invented.push(made))
      )
    )
  }
  const invented: Array<Constant> = []

  const valueOf = (field: string, value: Value<never>, before: Array<Mails>): Value<Named> => {
    if (isList(value)) return value.map((item) => valueOf(field, item, before))
    if (isFields(value)) return fieldsOf(value, before)
    return atomOf(field, value, before)
  }
  const fieldsOf = (fields: Fields<never>, before: Array<Mails>): Fields<Named> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(name, value, before)]))

  const inputOf = ({ params, payload, query }: Input<never>, before: Array<Mails>): Input<Named> => ({
    ...(params && { params: fieldsOf(params, before) }),
    ...(query && { query: fieldsOf(query, before) }),
    ...(payload && { payload: fieldsOf(payload, before) })
  })

  const tokenOf = ({ request }: WholeEntry): Named => {
    const header = Object.entries(request.headers).find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? ""
    const source = given("authorization", header.replace(/^Bearer\s+/i, "").trim())
    if (source !== undefined) return new Named(constants.of(source))
    needsAdministrator = true
    return new Named({ name: "administratorToken", secret: true })
  }

  const comment = (entry: WholeEntry, why: string): Statement => ({
    _tag: "Comment",
    text: `${entry.method} ${entry.path.replace(/\?.*$/, "")} ${entry.status ?? "without an answer"}: left out, ${why}`
  })

  const statementsOf = (entry: WholeEntry, index: number): ReadonlyArray<Statement> => {
    if (entry.region !== "us") return [comment(entry, "it went to another region")]
    if (entry.faults.length > 0 || entry.answer === null)
      return [comment(entry, "a fault took its answer, or none came")]
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
      input: inputOf(input, before),
      token: isOfUser ? tokenOf(entry) : undefined,
      failsWith: isRefused ? failureOf(entry.answer.status, body, isOfUser) : undefined,
      gives: [],
      expects: isRefused ? [] : expectationsOf(operation.id, body, fromStart)
    }
    if (!isRefused) sources.push(...sourcesIn(operation.id, body, index))
    return [...before, call]
  }

  entries.forEach((entry, index) => {
    const previous = entries[index - 1]
    const passed = previous === undefined ? 0 : moved(previous, entry)
    const advance: ReadonlyArray<Statement> = passed > 1000 ? [{ _tag: "Advance", duration: `${passed} millis` }] : []
    blocks.push({ index, statements: [...advance, ...statementsOf(entry, index)] })
  })

  const statements = blocks.flatMap(({ index, statements: own }) =>
    own.map((one): Statement => (one._tag === "Call" ? { ...one, gives: constants.gives.get(index) ?? [] } : one))
  )
  return {
    about,
    tags: ["recorded"],
    statements: [
      ...invented.map(({ name }): Statement => ({ _tag: "Constant", name, value: `${name}-of-the-recording` })),
      ...(needsAdministrator ? [administratorLogsIn] : []),
      ...statements
    ]
  }
}

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
  gives: [{ constant: { name: "administratorToken", secret: true }, path: ["token"] }],
  expects: []
}

/** How far the clock was moved between two requests, beyond the time that passed, in milliseconds. */
const moved = (one: WholeEntry, other: WholeEntry): number => {
  const between = (name: "at" | "arrived_at") => DateTime.toEpochMillis(other[name]) - DateTime.toEpochMillis(one[name])
  return between("at") - between("arrived_at")
}
