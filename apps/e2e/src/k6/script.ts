import * as Contract from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"

import { readBody } from "../compare/Leaf.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import { maskerOf, secretsOf } from "../runner/masking.ts"
import { generatedPrefix } from "./record.ts"
import type { Recorded } from "./record.ts"
import { codeOf, isPlain, put, templateOf } from "./template.ts"
import type { Threshold } from "./thresholds.ts"
import * as Values from "./values.ts"

/** How the script runs, unless its environment says otherwise. */
export interface ScriptOptions {
  /** Iterations a second. */
  readonly rate: number
  /** Such as `30s`. */
  readonly duration: string
  readonly thresholds: ReadonlyArray<Threshold>
  /** What the scenario does besides HTTP, which the script cannot. */
  readonly leftOut: ReadonlyArray<string>
}

const ownHeaders = /^(?:host|content-length|connection|accept-encoding|traceparent|tracestate|b3|user-agent|x-mock-.*)$/

/** A part of an address, encoded; `02` is another text than the number 2. */
const partOf = (value: string, name: string, id: number, values: Values.Values) => {
  const number = /^(?:0|[1-9]\d*)$/.test(value) ? values.number(Number(value), name, id) : undefined
  const text = number === undefined ? values.text(value, name, id) : put(value, value, number)
  return isPlain(text) ? encodeURIComponent(text) : put("-", "-", `encodeURIComponent(${codeOf(text)})`)
}

/** The address of a request, below the variable of the region. */
const addressOf = ({ id, request }: Exchange, values: Values.Values) => {
  const { pathname, search, searchParams } = new URL(request.url)
  const [base = "", below = ""] = pathname.split(/(?<=\/\w+)\/api(?=\/)/)
  const params = Contract.match(request.method, below, { anyLength: true })?.params ?? {}
  const names = new Map(Object.entries(params).map(([name, value]) => [value, name]))
  const path = below.split("/").map((segment) => {
    const name = names.get(Values.decode(segment))
    return name === undefined ? segment : partOf(Values.decode(segment), name, id, values)
  })
  const query = [...searchParams].map(([name, value]) => `${name}=${partOf(value, name, id, values)}`)
  return {
    variable: base.endsWith("/eu") ? "euUrl" : "baseUrl",
    below: `${path.join("/")}${search === "" ? "" : `?${query.join("&")}`}`
  }
}

/** A value as JavaScript. */
const valueCode = (
  value: unknown,
  name: string,
  id: number,
  values: Values.Values,
  beside: ReadonlyArray<unknown> = []
): string => {
  if (Predicate.isString(value)) return codeOf(values.text(value, name, id, beside))
  if (Predicate.isNumber(value)) return values.number(value, name, id) ?? String(value)
  if (Array.isArray(value)) return `[${value.map((part) => valueCode(part, name, id, values)).join(", ")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const all = Object.values(value)
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}: ${valueCode(part, name, id, values, all)}`)
    .join(", ")} }`.replace("{  }", "{}")
}

const comment = (text: string) =>
  text
    .split("\n")
    .map((line) => `// ${line}`.trimEnd())
    .join("\n")

const indented = (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by)

/** The code of a request: what it sends, the check of its status, and what is read from its answer. */
const requestCode = (exchange: Exchange, values: Values.Values) => {
  const { answer, id, operation = "other", request } = exchange
  const { below, variable } = addressOf(exchange, values)
  const body =
    request.body === undefined ? "null" : `JSON.stringify(${valueCode(readBody(request.body), "", id, values)})`
  const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.test(name))
  const status = answer?.status ?? 200
  return `answer = http.request(${JSON.stringify(request.method)}, \`\${${variable}}/api${templateOf(below)}\`, ${body}, {
  headers: ${valueCode(Object.fromEntries(headers), "", id, values)},
  tags: { name: ${JSON.stringify(operation)} },
  redirects: 0,
  responseCallback: http.expectedStatuses(${status})
})
check(answer, { ${JSON.stringify(`${operation} answers ${status}`)}: ({ status }) => status === ${status} })`
}

const extractionCode = (exchange: Exchange, { extractions }: Values.Values) =>
  extractions
    .filter((one) => one.exchange === exchange.id)
    .map(({ selector, variable }) => {
      const where = `${selector === "" ? "the body" : selector} of ${exchange.operation}`
      return `${variable} = read(answer.json(${selector === "" ? "" : JSON.stringify(selector)}), ${JSON.stringify(where)})`
    })

/** The requests as a script of k6, and the settings that it takes from the environment. */
export const scriptOf = (recorded: Recorded, { duration, leftOut, rate, thresholds }: ScriptOptions) => {
  const { about, acts, colleague, exchanges, name, steps } = recorded
  const values = Values.make(recorded)
  const mask = maskerOf([...Object.values(recorded.settings), colleague.password, ...secretsOf(exchanges)])
  const somebody = new RegExp(String.raw`${generatedPrefix}-\w+(?:@[\w.]+)?`, "g")
  const hide = (text: string) => mask(text.replaceAll(somebody, "somebody"))
  // what to read from an answer is known once all requests are
  const requests = exchanges.map((exchange) => ({ exchange, code: requestCode(exchange, values) }))
  const codeFor = (all: typeof requests) =>
    all.map(({ code, exchange }, index) => {
      const isNext = index === 0 || all[index - 1]?.exchange.step !== exchange.step
      const title = isNext ? steps[exchange.step ?? -1]?.title : undefined
      return [...(title === undefined ? [] : [comment(hide(title))]), code, ...extractionCode(exchange, values)].join(
        "\n"
      )
    })
  const variables = values.extractions.map(({ variable }) => variable)
  // a clean-up that needs what no answer gave has nothing to remove
  const cleanUp = codeFor(requests.slice(acts)).map((code, index) => {
    const sent = requests[acts + index]?.code ?? ""
    const needed = variables.filter((variable) => new RegExp(String.raw`\b${variable}\b`).test(sent))
    return needed.length === 0 ? code : `if (isKnown(${needed.join(", ")})) {\n${indented(code, "  ")}\n}`
  })
  const usesEu = requests.some(({ code }) => code.includes("${euUrl}"))
  const addresses = { baseUrl: "BASE_URL", ...(usesEu ? { euUrl: "BASE_URL_EU" } : {}) }
  const settings = [...Object.values(addresses), ...values.settings.values()]
  const limits = [...Map.groupBy(thresholds, ({ metric }) => metric)].map(
    ([metric, all]) => `    ${JSON.stringify(metric)}: ${JSON.stringify(all.map(({ condition }) => condition))}`
  )
  const lines = [
    ...(values.generated.size === 0
      ? []
      : ["const unique = `${__VU}x${__ITER}x${Math.floor(Math.random() * 36 ** 6).toString(36)}`"]),
    ...[...values.generated.values()].map(({ code, variable }) => `const ${variable} = ${code}`),
    `let ${["answer", ...variables].join(", ")}`
  ].join("\n")
  const main = codeFor(requests.slice(0, acts)).join("\n")
  const body =
    cleanUp.length === 0
      ? main
      : `try {\n${indented(main, "  ")}\n} finally {\n${indented(cleanUp.join("\n"), "  ")}\n}`
  const source = `${comment(`${name} as a script of k6, written by remote-assist-e2e export k6 ${name}`)}
${[...(about === "" ? [] : [hide(about)]), `k6 run ${settings.map((one) => `-e ${one}=…`).join(" ")} script.js`].map(comment).join("\n")}
${leftOut.map((what) => `${comment(`LEFT OUT: ${what}`)}\n`).join("")}import { check, fail } from "k6"
import http from "k6/http"

export const options = {
  scenarios: {
    load: {
      executor: "constant-arrival-rate",
      rate: Number(__ENV.RATE ?? ${rate}),
      timeUnit: "1s",
      duration: __ENV.DURATION ?? ${JSON.stringify(duration)},
      preAllocatedVUs: Number(__ENV.VUS ?? 50),
      maxVUs: Number(__ENV.MAX_VUS ?? 1000)
    }
  },
  thresholds: {
${limits.join(",\n")}
  }
}

const setting = (name) => {
  const value = __ENV[name]
  if (value === undefined || value === "") throw new Error(\`The setting \${name} is missing: give it as -e \${name}=…\`)
  return value
}
${Object.entries(addresses)
  .map(([variable, name]) => `const ${variable} = setting(${JSON.stringify(name)}).replace(/\\/+$/, "")\n`)
  .join(
    ""
  )}${[...values.settings].map(([variable, name]) => `const ${variable} = setting(${JSON.stringify(name)})\n`).join("")}
const isKnown = (...values) => values.every((value) => value !== undefined && value !== null)
const read = (value, what) => (isKnown(value) ? value : fail(\`The answer lacks \${what}.\`))

export default function () {
${indented(`${lines}\n${body}`, "  ")}
}
`
  return { source, settings }
}
