import { unescape } from "node:querystring"

import * as Client from "@remote-assist/core/Client"
import * as Contract from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Record from "effect/Record"
import * as Str from "effect/String"

import { idName, leavesOf, nameOf, parseBody } from "../compare/Leaf.ts"
import { fieldsOf } from "../coverage/Coverage.ts"
import * as RecordedHttp from "../recorder/RecordedHttp.ts"
import { CurrentRecorder, Recorder } from "../recorder/Recorder.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import type { DiscoveredScenario } from "../runner/discovery.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"

/** The prefix of names that the scenario generates. Each iteration of the script has its own. */
export const generatedPrefix = "e2e-export"

/** Runs a scenario on an emulator in this process. Returns its requests and answers with their secrets. */
export const record = ({ description, name, scenario }: DiscoveredScenario, seed: number) => {
  const recorder = new Recorder()
  const target = RecordedHttp.layer.pipe(Layer.provideMerge(inProcess(generatedPrefix).make("export")))
  return Effect.gen(function* () {
    const { colleague, control, demo } = yield* Target
    /** The values that the script reads from its environment, by the names of their variables. */
    const settings = { ...(yield* demo), colleagueEmail: colleague.email }
    /** The number of exchanges before the clean-up. */
    const acts = yield* Effect.scoped(Effect.andThen(scenario.run, () => Effect.succeed(recorder.exchanges.length)))
    const { exchanges, steps } = recorder
    const mailedTokens = (yield* (yield* control).outbox.list({ query: {} })).flatMap(({ token }) => token ?? [])
    return { settings, name, description, exchanges, steps, acts, mailedTokens }
  }).pipe(
    Random.withSeed(`${seed} ${name}`),
    Effect.provide(Layer.provideMerge(Client.layer, target), { local: true }),
    Effect.provideService(CurrentRecorder, recorder)
  )
}

export type Recorded = Effect.Success<ReturnType<typeof record>>

/** Replaces a part of a text by a variable such as `{{token1}}`, outside of other variables. */
const insertVariable = (text: string, part: string, variable: () => string): string =>
  text
    .split(/(\{\{\w+\}\})/)
    .map((piece, index) => (index % 2 === 1 || part === "" ? piece : piece.replaceAll(part, () => `{{${variable()}}}`)))
    .join("")

/** Returns the values in answers that later requests may send, at their first occurrence; documented ones first. */
const candidatesIn = (exchanges: ReadonlyArray<Exchange>) => {
  const sent = exchanges.map(({ request: { body = "", headers, url } }) =>
    [unescape(url), body, ...Object.values(headers)].join("\n")
  )
  const all = exchanges.flatMap(({ answer, id, operation }) => {
    const schemas = operation === undefined ? [] : [...Contract.byId(operation).successes.values()].flat()
    const documented = new Set(fieldsOf(schemas))
    return leavesOf(parseBody(answer?.body)).flatMap(([path, value]) => {
      if (!Predicate.isString(value) && !Predicate.isNumber(value)) return []
      const isSentBefore = Predicate.isString(value) && sent.slice(0, id + 1).some((text) => text.includes(value))
      const field = path.map((part) => (Predicate.isNumber(part) ? "[]" : `.${part}`)).join("")
      // only documented fields are sent by every service
      const isDocumented = path.length === 0 || documented.has(field.replace(/^\./, ""))
      const selector = path.map((part) => String(part).replaceAll(/[.*?|#@!{}[\]\\]/g, String.raw`\$&`)).join(".")
      return isSentBefore ? [] : [{ exchange: id, selector, name: nameOf(path), value, isDocumented }]
    })
  })
  return all.toSorted((one, other) => Number(other.isDocumented) - Number(one.isDocumented))
}

/** Finds the origin of values in requests. */
export const make = ({ exchanges, settings }: Recorded) => {
  const candidates = candidatesIn(exchanges)
  const extractions = new Map<string, (typeof candidates)[number] & { readonly variable: string }>()

  const fromSettings = (value: string, beside: ReadonlyArray<unknown>) => {
    // the colleague may have the password of the administrator
    const isColleague = value === settings.password && beside.includes(settings.colleagueEmail)
    const known = Object.entries(isColleague ? { colleaguePassword: value } : settings)
    return known.reduce((text, [variable, part]) => insertVariable(text, part, () => variable), value)
  }

  /** Returns the variable of a value in an answer, preferably in a field of the same name. */
  const extract = (value: string | number, name: string, exchange: number) => {
    const all = candidates.filter((one) => one.exchange < exchange && one.value === value)
    const named = Predicate.isString(value) ? all : all.filter((one) => idName.test(one.name))
    const found = named.find((one) => one.name === name && one.isDocumented) ?? named[0]
    if (found === undefined) return undefined
    const key = `${found.exchange} ${found.selector}`
    const variable = `${Str.camelCase(found.name).replace(/^(?=\d|$)/, "value")}${extractions.size + 1}`
    if (!extractions.has(key)) extractions.set(key, { ...found, variable })
    return extractions.get(key)?.variable
  }
  const fromAnswers = (value: string, name: string, exchange: number) =>
    candidates
      .flatMap((one) => (one.exchange < exchange && Predicate.isString(one.value) ? [{ ...one, text: one.value }] : []))
      // shorter values may be words of other texts
      .filter(({ text }) => text.length >= 8 || (text === value && idName.test(name)))
      .toSorted((one, other) => other.text.length - one.text.length)
      .reduce((result, one) => {
        const field = one.text === value ? name : one.name
        return insertVariable(result, one.text, () => extract(one.text, field, exchange) ?? "")
      }, value)

  /** Returns the variable of a number in a field of a request, or `undefined` if it is not from an answer. */
  const number = (value: number, name: string, exchange: number): string | undefined => {
    const variable = idName.test(name) ? extract(value, name, exchange) : undefined
    return variable && `{{${variable}}}`
  }
  /** Inserts variables in a text in a field of a request. */
  const text = (value: string, name: string, exchange: number, beside: ReadonlyArray<unknown> = []): string => {
    const known = fromSettings(value, beside).replaceAll(new RegExp(generatedPrefix, "gi"), "e2e-k6-{{unique}}")
    if (known.includes("{{")) return known
    const text = fromAnswers(known, name, exchange)
    // an earlier id at the end, after the name of an id (`id=105`) or after any word and a hyphen (`contact-105`)
    return text.replace(/^(\w+)([=<>]+|-)(\d+)$/, (whole, field: string, operator: string, digits: string) => {
      const id = number(Number(digits), operator === "-" ? "id" : field, exchange)
      return id === undefined ? whole : `${field}${operator}${id}`
    })
  }
  /** Inserts variables in a value of a request. */
  const value = (sent: unknown, name: string, exchange: number, beside: ReadonlyArray<unknown> = []): unknown => {
    if (Predicate.isString(sent)) return text(sent, name, exchange, beside)
    if (Predicate.isNumber(sent)) return number(sent, name, exchange) ?? sent
    if (Array.isArray(sent)) return sent.map((part) => value(part, name, exchange))
    if (!Predicate.isObject(sent)) return sent
    return Record.map(sent, (part, name) => value(part, name, exchange, Object.values(sent)))
  }
  return { extractions, number, text, value }
}

export type Values = ReturnType<typeof make>
