import * as Client from "@remote-assist/core/Client"
import * as Contract from "@remote-assist/core/Contract"
import { Region } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"

import { leavesOf, nameOf, readBody } from "../compare/Leaf.ts"
import { fieldsOf } from "../coverage/fields.ts"
import { CurrentRecorder } from "../recorder/Recorder.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import type { Found } from "../runner/discovery.ts"
import * as Recording from "../runner/recording.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"

/** The prefix of the names that the scenario generates; each iteration of the script has its own. */
export const generatedPrefix = "e2e-export"

/** What a target knows and the script takes from its environment, by the names of the settings. */
const settingsOf = Effect.gen(function* () {
  const { apiKey, apiUrl } = yield* Region
  const { administrator, colleague, demo, personalAccessToken } = yield* Target
  const { aliasRefreshToken, confirmationToken, inviteUrl, newEmailToken } = yield* demo
  const settings: Readonly<Record<string, string>> = {
    REMOTE_ASSIST_API_KEY: Redacted.value(apiKey),
    REMOTE_ASSIST_EMAIL: administrator.email,
    REMOTE_ASSIST_PASSWORD: Redacted.value(administrator.password),
    REMOTE_ASSIST_COLLEAGUE_EMAIL: colleague.email,
    REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: Redacted.value(personalAccessToken),
    REMOTE_ASSIST_INVITE_URL: inviteUrl,
    REMOTE_ASSIST_ALIAS_REFRESH_TOKEN: aliasRefreshToken,
    REMOTE_ASSIST_CONFIRMATION_TOKEN: confirmationToken,
    REMOTE_ASSIST_NEW_EMAIL_TOKEN: newEmailToken
  }
  // the colleague may have the password of the administrator
  return { apiUrl, settings, colleague: { email: colleague.email, password: Redacted.value(colleague.password) } }
})

/** Runs a scenario once on an emulator in this process, and yields its requests and answers with their secrets. */
export const record = ({ about, name, scenario }: Found, seed: number) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const recording = Recording.make(() => Number(clock.monotonicTimeNanosUnsafe()) / 1e6)
    const target = Recording.layerHttp.pipe(Layer.provideMerge(inProcess(generatedPrefix).make("export")))
    return yield* Effect.gen(function* () {
      const known = yield* settingsOf
      const scope = yield* Scope.make()
      const exit = yield* Effect.exit(Scope.provide(scenario.run, scope))
      /** How many of the exchanges come before the clean-up. */
      const acts = recording.exchanges.length
      yield* Scope.close(scope, exit)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
      return { ...known, name, about, exchanges: recording.exchanges, steps: recording.steps, acts }
    }).pipe(
      Random.withSeed(`${seed} ${name}`),
      Effect.provide(Layer.provideMerge(Client.layer, target), { local: true }),
      Effect.provideService(CurrentRecorder, recording.recorder)
    )
  })

/** The requests of a scenario, and what they were made of. */
export type Recorded = Effect.Success<ReturnType<typeof record>>

/** A value that is read from an answer, for later requests. */
interface Extraction {
  readonly exchange: number
  /** Its path, as k6 takes it. */
  readonly selector: string
  readonly variable: string
}

/** Puts a variable in place of a part of a text, wherever no other stands: `{{token1}}`. */
const put = (text: string, part: string, variable: string): string =>
  text
    .split(/(\{\{\w+\}\})/)
    .map((piece, index) => (index % 2 === 1 || part === "" ? piece : piece.replaceAll(part, () => `{{${variable}}}`)))
    .join("")

/** Whether a field identifies something: `id`, `user_id`, `pod_ids`, `callId`, `session`. */
const isIdentifying = (name: string) => /^(?:ids?|session)$|_ids?$|Ids?$/.test(name)

/** Decodes a part of an address, unless it is not encoded as one. */
export const decode = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text
  )

const sentIn = ({ request: { body = "", headers, url } }: Exchange) =>
  [decode(url), body, ...Object.values(headers)].join("\n")

/** The values in answers that later requests may send, each where it comes first. */
const candidatesIn = (exchanges: ReadonlyArray<Exchange>) => {
  const sent = exchanges.map(sentIn)
  return exchanges.flatMap(({ answer, id, operation }) => {
    const schemas = operation === undefined ? [] : [...Contract.byId(operation).successes.values()].flat()
    const documented = new Set(fieldsOf(schemas))
    return leavesOf(readBody(answer?.body)).flatMap(([path, value]) => {
      if (!Predicate.isString(value) && !Predicate.isNumber(value)) return []
      const isOurs = Predicate.isString(value) && sent.slice(0, id + 1).some((text) => text.includes(value))
      const field = path.map((part) => (Predicate.isNumber(part) ? "[]" : `.${part}`)).join("")
      // only what the contract has is sent by every service
      const isDocumented = path.length === 0 || documented.has(field.replace(/^\./, ""))
      const selector = path.map((part) => String(part).replaceAll(/[.*?|#@!{}[\]\\]/g, String.raw`\$&`)).join(".")
      return isOurs ? [] : [{ exchange: id, selector, name: nameOf(path), value, isDocumented }]
    })
  })
}

// shorter ones are words that appear in many places
const longWord = 8

const camel = (text: string) => text.replaceAll(/[^a-zA-Z\d]+(\w?)/g, (_, letter: string) => letter.toUpperCase())

/** Finds out where the values of requests come from. */
export const make = ({ colleague, exchanges, settings }: Recorded) => {
  const candidates = candidatesIn(exchanges)
  const used = new Map<string, string>()
  const generated: Array<string> = []
  const extractions: Array<Extraction> = []

  const fromSetting = (text: string, part: string, name: string) => {
    if (part === "" || !text.includes(part)) return text
    const variable = camel(name.replace("REMOTE_ASSIST_", "").toLowerCase())
    used.set(variable, name)
    return put(text, part, variable)
  }
  const fromSettings = (value: string, beside: ReadonlyArray<unknown>) =>
    value === colleague.password && beside.includes(colleague.email)
      ? fromSetting(value, value, "REMOTE_ASSIST_COLLEAGUE_PASSWORD")
      : Object.entries(settings).reduce((text, [name, known]) => fromSetting(text, known, name), value)
  const generate = (value: string) => {
    if (!generated.includes(value)) generated.push(value)
    return `e2e-k6-{{unique}}-${generated.indexOf(value) + 1}`
  }

  const find = (value: string | number, name: string, exchange: number, isNamed = (_: string) => true) => {
    const all = candidates.filter((one) => one.exchange < exchange && one.value === value && isNamed(one.name))
    const first = all.find(({ isDocumented }) => isDocumented) ?? all[0]
    const others = all.filter((one) => one.exchange === first?.exchange && one.isDocumented === first.isDocumented)
    return others.find((one) => one.name === name) ?? first
  }
  const extract = ({ exchange, name, selector }: (typeof candidates)[number]) => {
    const known = extractions.find((one) => one.exchange === exchange && one.selector === selector)
    if (known !== undefined) return known.variable
    const variable = `${camel(name).replace(/^(?=\d|$)/, "value")}${extractions.length + 1}`
    extractions.push({ exchange, selector, variable })
    return variable
  }
  const fromAnswers = (value: string, name: string, exchange: number) => {
    const whole = find(value, name, exchange)
    if (whole !== undefined && (value.length >= longWord || isIdentifying(name)))
      return put(value, value, extract(whole))
    return candidates
      .filter((one) => one.exchange < exchange && String(one.value).length >= longWord)
      .toSorted((one, other) => String(other.value).length - String(one.value).length)
      .reduce((text, one) => {
        if (!Predicate.isString(one.value) || put(text, one.value, "") === text) return text
        return put(text, one.value, extract(find(one.value, one.name, exchange) ?? one))
      }, value)
  }

  /** The variable of a number that a request sends in a field of a name; undefined if no answer gave it. */
  const number = (value: number, name: string, exchange: number): string | undefined => {
    const found = isIdentifying(name) ? find(value, name, exchange, isIdentifying) : undefined
    return found && `{{${extract(found)}}}`
  }
  /** A text that a request sends in a field of a name, with variables for what is known only when it is sent. */
  const text = (value: string, name: string, exchange: number, beside: ReadonlyArray<unknown> = []): string => {
    const own = new RegExp(String.raw`${generatedPrefix}-[a-z\d]+`, "g")
    const known = fromSettings(value, beside).replaceAll(own, generate)
    if (known.includes("{{")) return known
    const text = fromAnswers(known, name, exchange)
    // the id in a filter such as `id=105`
    const [start, field = "", digits = ""] = /^(\w+)[=<>]+(?=(\d+)$)/.exec(text) ?? []
    const id = start === undefined ? undefined : number(Number(digits), field, exchange)
    return id === undefined ? text : `${start}${id}`
  }
  /** A value that a request sends, with variables in its texts. */
  const value = (given: unknown, name: string, exchange: number, beside: ReadonlyArray<unknown> = []): unknown => {
    if (Predicate.isString(given)) return text(given, name, exchange, beside)
    if (Predicate.isNumber(given)) return number(given, name, exchange) ?? given
    if (Array.isArray(given)) return given.map((part) => value(part, name, exchange))
    if (!Predicate.isObject(given)) return given
    const fields = Object.entries(given)
    return Object.fromEntries(fields.map(([name, part]) => [name, value(part, name, exchange, Object.values(given))]))
  }
  return { settings: used, extractions, number, text, value }
}

export type Values = ReturnType<typeof make>
