import { maskable, secretsOf } from "../runner/masking.ts"
import { candidatesOf, sentIn } from "./candidates.ts"
import type { Candidate } from "./candidates.ts"
import { isIdentifying } from "./json.ts"
import { madeUp } from "./record.ts"
import type { Recorded } from "./record.ts"
import * as Text from "./Text.ts"

/** What is read out of an answer, for requests after it. */
export interface Extraction extends Pick<Candidate, "exchange" | "selector"> {
  readonly variable: string
}

/** Where the values of requests come from. */
export interface Sources {
  /** The settings of where requests go, by their variables. */
  readonly addresses: ReadonlyMap<string, string>
  /** The other settings that are used, by their variables. */
  readonly settings: ReadonlyMap<string, string>
  /** What is made up in each iteration, as code by its variable. */
  readonly made: ReadonlyMap<string, string>
  readonly extractions: ReadonlyArray<Extraction>
  /** The variable of what an address begins with, without `/api`. */
  readonly address: (base: string) => string
  /** A text that a request sends as a field of a name, put together from what is known when it is sent. */
  readonly text: (value: string, name: string, exchange: number, beside?: ReadonlyArray<unknown>) => Text.Text
  /** The expression of a number that a request sends as a field of a name; nothing where it stands as it is. */
  readonly number: (value: number, name: string, exchange: number) => string | undefined
}

// shorter ones are words that stand in many places
const longWord = 8

const camel = (text: string) => text.replaceAll(/[^a-zA-Z\d]+(\w?)/g, (_, letter: string) => letter.toUpperCase())

const variableOf = (setting: string) => camel(setting.replace("REMOTE_ASSIST_", "").toLowerCase())

/** Where the values come from that the requests of a recording carry. */
export const make = ({ apiUrl, colleague, exchanges, given }: Recorded): Sources => {
  const candidates = candidatesOf(exchanges)
  const secrets = new Set(secretsOf(exchanges).filter(maskable))
  const settings = new Map<string, string>()
  const addresses = new Map([["baseUrl", "BASE_URL"]])
  const made = new Map<string, string>()
  const extractions: Array<Extraction> = []
  const ofMade = new Map<string, string>()

  const setting = (name: string) => {
    const variable = variableOf(name)
    settings.set(variable, name)
    return variable
  }
  const extracted = (found: Candidate) => {
    const known = extractions.find(
      ({ exchange, selector }) => exchange === found.exchange && selector === found.selector
    )
    if (known !== undefined) return known.variable
    const variable = `${camel(found.name).replace(/^(?=\d|$)/, "value")}${extractions.length + 1}`
    extractions.push({ exchange: found.exchange, selector: found.selector, variable })
    return variable
  }
  const make = (value: string, codeOf: (number: number) => string) => {
    const known = ofMade.get(value)
    if (known !== undefined) return known
    const number = ofMade.size + 1
    const variable = `made${number}`
    ofMade.set(value, variable)
    made.set(variable, codeOf(number))
    return variable
  }
  const find = (value: string | number, name: string, exchange: number, isNamed = (_: string) => true) => {
    const all = candidates.filter(
      (one) => one.exchange < exchange && String(one.value) === String(value) && isNamed(one.name)
    )
    const documented = all.filter(({ isDocumented }) => isDocumented)
    const fits = documented.length > 0 ? documented : all
    return fits.find((one) => one.name === name && one.exchange === fits[0]?.exchange) ?? fits[0]
  }
  const isRefused = (value: string) =>
    exchanges.filter((exchange) => sentIn(exchange).includes(value)).every(({ answer }) => (answer?.status ?? 0) >= 400)

  const withSettings = (text: Text.Text, value: string, beside: ReadonlyArray<unknown>) => {
    const isColleagues = value === colleague.password && beside.includes(colleague.email)
    if (isColleagues) return Text.replace(text, value, setting("REMOTE_ASSIST_COLLEAGUE_PASSWORD"))
    return given
      .filter(({ value }) => value !== "")
      .reduce(
        (text, known) => (value.includes(known.value) ? Text.replace(text, known.value, setting(known.setting)) : text),
        text
      )
  }
  const withMade = (text: Text.Text, value: string) =>
    (value.match(new RegExp(String.raw`${madeUp}-[a-z\d]+`, "g")) ?? []).reduce(
      (text, name) =>
        Text.replace(
          text,
          name,
          make(name, (number) => `\`e2e-k6-\${unique}-${number}\``)
        ),
      text
    )
  const withAnswers = (text: Text.Text, value: string, name: string, exchange: number) => {
    const whole = find(value, name, exchange)
    if (whole !== undefined && (value.length >= longWord || isIdentifying(name)))
      return Text.replace(text, value, extracted(whole))
    return candidates
      .filter(
        (one) =>
          one.exchange < exchange &&
          typeof one.value === "string" &&
          one.value.length >= longWord &&
          value.includes(one.value)
      )
      .toSorted((one, other) => String(other.value).length - String(one.value).length)
      .reduce((text, one) => {
        const value = String(one.value)
        const stands = text.some((piece) => piece._tag === "Literal" && piece.text.includes(value))
        return stands ? Text.replace(text, value, extracted(find(value, one.name, exchange) ?? one)) : text
      }, text)
  }
  // a secret that no answer gave and no setting is: made up where it is refused or is to be remembered, or asked for
  const withSecrets = (text: Text.Text, name: string) =>
    text.flatMap((piece): Text.Text => {
      if (piece._tag === "Expression" || !secrets.has(piece.text)) return [piece]
      const isMade = /password/i.test(name) || isRefused(piece.text)
      const code = isMade
        ? make(piece.text, (number) => `\`Made-\${unique}-${number}\``)
        : setting(`REMOTE_ASSIST_${name.replaceAll(/[^a-zA-Z\d]+/g, "_").toUpperCase()}_OF_THE_SCENARIO`)
      return [{ _tag: "Expression", code }]
    })

  return {
    addresses,
    address: (base) => {
      if (`${base}/api` === apiUrl) return "baseUrl"
      const name = `BASE_URL_${base
        .replace(/^.*\//, "")
        .replaceAll(/[^a-zA-Z\d]+/g, "_")
        .toUpperCase()}`
      addresses.set(camel(name.toLowerCase()), name)
      return camel(name.toLowerCase())
    },
    settings,
    made,
    extractions,
    text: (value, name, exchange, beside = []) => {
      const known = withMade(withSettings(Text.literal(value), value, beside), value)
      return withSecrets(Text.isLiteral(known) ? withAnswers(known, value, name, exchange) : known, name)
    },
    number: (value, name, exchange) => {
      if (!isIdentifying(name)) return undefined
      const found = find(value, name, exchange, isIdentifying)
      return found === undefined ? undefined : extracted(found)
    }
  }
}
