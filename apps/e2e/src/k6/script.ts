import type { Exchange } from "../recorder/Recorder.ts"
import { maskerOf, secretsOf } from "../runner/masking.ts"
import { madeUp } from "./record.ts"
import type { Recorded } from "./record.ts"
import { addressOf, bodyOf, headersOf } from "./request.ts"
import * as Sources from "./Sources.ts"
import type { Condition } from "./thresholds.ts"

/** How often the script is to run, unless the environment says otherwise, and what it must keep to. */
export interface ScriptOptions {
  /** A second. */
  readonly rate: number
  /** Such as `30s`. */
  readonly duration: string
  readonly thresholds: ReadonlyArray<Condition>
  /** What the scenario does beside HTTP, and the script cannot. */
  readonly leftOut: ReadonlyArray<string>
}

/** A script of k6, and the settings that it takes from the environment. */
export interface Script {
  readonly source: string
  readonly settings: ReadonlyArray<string>
}

const commented = (text: string) => text.split("\n").map((line) => `// ${line}`.trimEnd())

const requestLines = (exchange: Exchange, recorded: Recorded, sources: Sources.Sources) => {
  const { answer, operation = "other", request } = exchange
  const status = answer?.status ?? 200
  const title = `${operation} answers ${status}`
  return {
    send: [
      `answer = http.request(${JSON.stringify(request.method)}, ${addressOf(exchange, sources)}, ${bodyOf(exchange, sources)}, {`,
      `  headers: ${headersOf(exchange, sources)},`,
      `  tags: { name: ${JSON.stringify(operation)} },`,
      "  redirects: 0,",
      `  responseCallback: http.expectedStatuses(${status})`,
      "})",
      `check(answer, { ${JSON.stringify(title)}: ({ status }) => status === ${status} })`
    ],
    step: recorded.steps[exchange.step ?? -1]?.title,
    operation
  }
}

const optionsOf = ({ duration, rate, thresholds }: ScriptOptions) => {
  const metrics = Map.groupBy(thresholds, ({ metric }) => metric)
  const lines = [...metrics].map(
    ([metric, all]) => `    ${JSON.stringify(metric)}: ${JSON.stringify(all.map(({ condition }) => condition))}`
  )
  return [
    "export const options = {",
    "  scenarios: {",
    "    load: {",
    `      executor: "constant-arrival-rate",`,
    `      rate: Number(__ENV.RATE ?? ${rate}),`,
    `      timeUnit: "1s",`,
    `      duration: __ENV.DURATION ?? ${JSON.stringify(duration)},`,
    "      preAllocatedVUs: Number(__ENV.VUS ?? 50),",
    "      maxVUs: Number(__ENV.MAX_VUS ?? 1000)",
    "    }",
    "  },",
    "  thresholds: {",
    lines.join(",\n"),
    "  }",
    "}"
  ]
}

const extractionLines = (all: ReadonlyArray<Sources.Extraction>, exchange: number, operation: string) =>
  all
    .filter((extraction) => extraction.exchange === exchange)
    .map(({ selector, variable }) => {
      const path = selector === "" ? "" : JSON.stringify(selector)
      return `const ${variable} = given(answer.json(${path}), ${JSON.stringify(`${selector === "" ? "the body" : selector} of ${operation}`)})`
    })

/** Takes out of comments who and what is another with every run, and what is secret. */
const hiding = ({ colleague, exchanges, given }: Recorded) => {
  const mask = maskerOf([...given.map(({ value }) => value), colleague.password, ...secretsOf(exchanges)])
  const somebody = new RegExp(String.raw`${madeUp}-\w+(?:@[\w.]+)?`, "g")
  return (text: string) => mask(text.replaceAll(somebody, "somebody"))
}

/** What a scenario sent as a script of k6: what one answer gave is what later requests send. */
export const scriptOf = (recorded: Recorded, options: ScriptOptions): Script => {
  const sources = Sources.make(recorded)
  const hide = hiding(recorded)
  // what is read out of an answer is known once all requests are
  const requests = recorded.exchanges.map((exchange) => ({ exchange, ...requestLines(exchange, recorded, sources) }))
  let before: string | undefined
  const body = requests.flatMap(({ exchange, operation, send, step }) => {
    const title = step === before ? [] : ["", ...commented(hide(step ?? ""))]
    before = step
    return [
      ...(step === undefined ? [] : title),
      ...send,
      ...extractionLines(sources.extractions, exchange.id, operation)
    ]
  })
  const settings = [...sources.addresses.values(), ...sources.settings.values()]
  const lines = [
    ...commented(`${recorded.name} as a script of k6, made by remote-assist-e2e export k6 ${recorded.name}`),
    ...(recorded.about === "" ? [] : commented(hide(recorded.about))),
    ...commented(`k6 run ${settings.map((name) => `-e ${name}=…`).join(" ")} script.js`),
    ...options.leftOut.flatMap((what) => commented(`LEFT OUT: ${what}`)),
    `import { check, fail } from "k6"`,
    `import http from "k6/http"`,
    "",
    ...optionsOf(options),
    "",
    "const setting = (name) => {",
    "  const value = __ENV[name]",
    '  if (value === undefined || value === "") throw new Error(`The setting ${name} is missing: give it as -e ${name}=…`)',
    "  return value",
    "}",
    `const address = (name) => setting(name).replace(/\\/+$/, "")`,
    ...[...sources.addresses].map(([variable, name]) => `const ${variable} = address(${JSON.stringify(name)})`),
    ...[...sources.settings].map(([variable, name]) => `const ${variable} = setting(${JSON.stringify(name)})`),
    "",
    "const given = (value, what) => (value === undefined || value === null ? fail(`The answer lacks ${what}.`) : value)",
    "",
    "export default function () {",
    ...[
      ...(sources.made.size === 0
        ? []
        : ["const unique = `${__VU}x${__ITER}x${Math.floor(Math.random() * 36 ** 6).toString(36)}`"]),
      ...[...sources.made].map(([variable, code]) => `const ${variable} = ${code}`),
      "let answer",
      ...body
    ].map((line) => (line === "" ? "" : `  ${line}`)),
    "}"
  ]
  return { source: `${lines.join("\n")}\n`, settings }
}
