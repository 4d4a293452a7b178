import * as Contract from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { leavesOf, nameOf, readBody } from "../compare/Leaf.ts"
import { fieldsOf } from "../coverage/fields.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import { generatedPrefix } from "./record.ts"
import type { Recorded } from "./record.ts"
import { isPlain, put } from "./template.ts"

/** A value that is read from an answer, for later requests. */
export interface Extraction {
  readonly exchange: number
  /** Its path, as k6 takes it. */
  readonly selector: string
  readonly variable: string
}

interface Candidate extends Omit<Extraction, "variable"> {
  readonly name: string
  readonly value: string | number
  /** Whether the contract has the field: only then every service sends it. */
  readonly isDocumented: boolean
}

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
const candidatesIn = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Candidate> => {
  const sent = exchanges.map(sentIn)
  return exchanges.flatMap(({ answer, id, operation }) => {
    const schemas = operation === undefined ? [] : [...Contract.byId(operation).successes.values()].flat()
    const documented = new Set(fieldsOf(schemas))
    return leavesOf(readBody(answer?.body)).flatMap(([path, value]) => {
      if (!Predicate.isString(value) && !Predicate.isNumber(value)) return []
      const field = path.map((part) => (Predicate.isNumber(part) ? "[]" : `.${part}`)).join("")
      const isOurs = Predicate.isString(value) && sent.slice(0, id + 1).some((text) => text.includes(value))
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
  const generated = new Map<string, { readonly variable: string; readonly code: string }>()
  const extractions: Array<Extraction> = []

  const setting = (name: string) => {
    const variable = camel(name.replace("REMOTE_ASSIST_", "").toLowerCase())
    used.set(variable, name)
    return variable
  }
  const generate = (value: string) => {
    const number = generated.size + 1
    const made = generated.get(value) ?? { variable: `made${number}`, code: `\`e2e-k6-\${unique}-${number}\`` }
    generated.set(value, made)
    return made.variable
  }
  const extract = ({ exchange, name, selector }: Candidate) => {
    const known = extractions.find((one) => one.exchange === exchange && one.selector === selector)
    if (known !== undefined) return known.variable
    const variable = `${camel(name).replace(/^(?=\d|$)/, "value")}${extractions.length + 1}`
    extractions.push({ exchange, selector, variable })
    return variable
  }
  const find = (value: string | number, name: string, exchange: number, isNamed = (_: string) => true) => {
    const all = candidates.filter((one) => one.exchange < exchange && one.value === value && isNamed(one.name))
    const documented = all.filter(({ isDocumented }) => isDocumented)
    const [first, ...others] = documented.length > 0 ? documented : all
    return [first, ...others].find((one) => one?.name === name && one.exchange === first?.exchange) ?? first
  }

  const fromSettings = (value: string, beside: ReadonlyArray<unknown>) =>
    value === colleague.password && beside.includes(colleague.email)
      ? put(value, value, setting("REMOTE_ASSIST_COLLEAGUE_PASSWORD"))
      : Object.entries(settings).reduce(
          (text, [name, known]) => (known !== "" && text.includes(known) ? put(text, known, setting(name)) : text),
          value
        )
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

  const number = (value: number, name: string, exchange: number): string | undefined => {
    const found = isIdentifying(name) ? find(value, name, exchange, isIdentifying) : undefined
    return found && extract(found)
  }
  /** The id in a filter such as `id=105`. */
  const fromFilter = (text: string, exchange: number) => {
    const [, name = "", digits = ""] = /^(\w+)[=<>]+(\d+)$/.exec(text) ?? []
    const variable = number(Number(digits), name, exchange)
    return variable === undefined ? text : put(text, digits, variable)
  }

  return {
    settings: used,
    generated,
    extractions,
    /** A text that a request sends in a field of a name, with code for what is known only when it is sent. */
    text: (value: string, name: string, exchange: number, beside: ReadonlyArray<unknown> = []): string => {
      const names = value.match(new RegExp(String.raw`${generatedPrefix}-[a-z\d]+`, "g")) ?? []
      const known = names.reduce<string>((text, name) => put(text, name, generate(name)), fromSettings(value, beside))
      return isPlain(known) ? fromFilter(fromAnswers(known, name, exchange), exchange) : known
    },
    /** The variable of a number that a request sends in a field of a name; undefined if no answer gave it. */
    number
  }
}

export type Values = ReturnType<typeof make>
