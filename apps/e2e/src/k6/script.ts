import { unescape } from "node:querystring"

import * as Contract from "@remote-assist/core/Contract"
import * as Str from "effect/String"

import { parseBody } from "../compare/Leaf.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import { maskerOf, secretsOf } from "../runner/masking.ts"
import * as Values from "./values.ts"
import { generatedPrefix } from "./values.ts"
import type { Recorded } from "./values.ts"

export interface ScriptOptions {
  /** The command that writes the script. */
  readonly command: string
  readonly rate: number
  readonly duration: string
  readonly thresholds: ReadonlyArray<{ readonly metric: string; readonly condition: string }>
  /** What the scenario does that the script cannot. */
  readonly omitted: ReadonlyArray<string>
}

const ownHeaders = /^(?:host|content-length|connection|accept-encoding|traceparent|tracestate|b3|user-agent|x-mock-.*)$/

/** Encodes a part of an address around its variables. `02` is not the number 2. */
const encodePart = (value: string, name: string, id: number, values: Values.Values) => {
  const number = /^(?:0|[1-9]\d*)$/.test(value) ? values.number(Number(value), name, id) : undefined
  return encodeURIComponent(number ?? values.text(value, name, id)).replaceAll(/%7B%7B(\w+)%7D%7D/g, "{{$1}}")
}

/** A request as the argument of `send` in the script. */
const requestOf = ({ id, operation, request: { body, headers, method, url } }: Exchange, values: Values.Values) => {
  const { pathname, search, searchParams } = new URL(url)
  const [base = "", below = ""] = pathname.split(/(?<=\/\w+)\/api(?=\/)/)
  const names = operation === undefined ? [] : Contract.byId(operation).path.split("/")
  const path = below.split("/").map((segment, index) => {
    const [, name] = /^:(.*)$/.exec(names[index] ?? "") ?? []
    return name === undefined ? segment : encodePart(unescape(segment), name, id, values)
  })
  const query = [...searchParams].map(([name, value]) => `${name}=${encodePart(value, name, id, values)}`)
  const sent = Object.entries(headers).filter(([name]) => !ownHeaders.test(name))
  return {
    method,
    region: base.endsWith("/eu") ? "baseUrlEu" : "baseUrl",
    path: `${path.join("/")}${search === "" ? "" : `?${query.join("&")}`}`,
    ...(body === undefined ? {} : { body: values.value(parseBody(body), "", id) }),
    headers: values.value(Object.fromEntries(sent), "", id)
  }
}

const settingOf = (variable: string) =>
  `${variable.startsWith("baseUrl") ? "" : "REMOTE_ASSIST_"}${Str.constantCase(variable)}`

const comment = (text: string) => text.replaceAll(/^.*$/gm, (line) => `// ${line}`.trimEnd())

const indented = (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by)

const prelude = `
const setting = (name) => {
  const value = __ENV[name]
  if (value === undefined || value === "") throw new Error(\`The setting \${name} is missing. Set it with -e \${name}=…\`)
  return value
}

// the variables of an iteration; texts refer to them as {{name}}
let known = {}

// the provisions of an iteration, the requests that remove its tokens, and how many answers differ from those of the emulator
let provisions = []
let tokens = []
let unmet = 0

const fill = (value, encode = String) =>
  JSON.parse(JSON.stringify(value), (_, part) => {
    if (typeof part !== "string") return part
    const [, whole] = /^\\{\\{(\\w+)\\}\\}$/.exec(part) ?? []
    return whole === undefined ? part.replaceAll(/\\{\\{(\\w+)\\}\\}/g, (_, name) => encode(known[name])) : known[whole]
  })

// sends a request, and reads variables from its answer
const send = (request, operation, status, reads) => {
  const { body, headers, method, path, region } = request
  if (operation === "EnterpriseUsers.provision") provisions.push(request)
  unmet += 1
  const url = \`\${known[region].replace(/\\/+$/, "")}/api\${fill(path, encodeURIComponent)}\`
  const answer = http.request(method, url, body === undefined ? null : JSON.stringify(fill(body)), {
    headers: fill(headers),
    tags: { name: operation },
    redirects: 0,
    responseCallback: http.expectedStatuses(status)
  })
  const isMet = check(answer, { [\`\${operation} answers \${status}\`]: (one) => one.status === status })
  if (isMet && operation === "PersonalAccessTokens.create")
    tokens.push({ method: "DELETE", region, path: \`\${path}/\${answer.json("id")}\`, headers })
  if (isMet && method === "DELETE") tokens = tokens.filter((one) => one.path !== fill(path))
  for (const [name, selector] of Object.entries(reads)) {
    known[name] = selector === "" ? answer.json() : answer.json(selector)
    if ((known[name] ?? null) === null) fail(\`The answer lacks \${selector || "the body"} of \${operation}.\`)
  }
  if (isMet) unmet -= 1
}

// without its variables a clean-up has nothing to remove; others follow one that fails
const cleanUp = (request, ...more) => {
  const names = Array.from(JSON.stringify(request).matchAll(/\\{\\{(\\w+)\\}\\}/g), ([, name]) => name)
  try {
    if (names.every((name) => (known[name] ?? null) !== null)) send(request, ...more)
  } catch {}
}

// removes the tokens and users of the iteration that the clean-up of the scenario may miss after a failure
const removeLeftovers = () => {
  if (unmet === 0) return
  for (const token of tokens) cleanUp(token, "PersonalAccessTokens.remove", 200, {})
  const users = provisions.filter(({ body }) => /\\{\\{unique\\}\\}/.test(body.email))
  for (const { body, headers, region, path } of users) {
    const filter = encodeURIComponent(\`email=\${fill(body.email)}\`)
    const list = { method: "GET", region, path: \`\${path}?filter=\${filter}\`, headers }
    cleanUp(list, "EnterpriseUsers.list", 200, { user: "entries.0.id" })
    cleanUp({ method: "DELETE", region, path: \`\${path}/{{user}}\`, headers }, "EnterpriseUsers.remove", 200, {})
  }
}
`

/** Returns a k6 script, and the settings that it reads from the environment. */
export const scriptOf = (recorded: Recorded, { command, duration, omitted, rate, thresholds }: ScriptOptions) => {
  const { acts, description, exchanges, name, steps } = recorded
  const values = Values.make(recorded)
  const mask = maskerOf([...Object.values(recorded.settings), ...secretsOf(exchanges)])
  const somebody = new RegExp(String.raw`${generatedPrefix}-\w+(?:@[\w.]+)?`, "g")
  const hide = (text: string) => mask(text.replaceAll(somebody, "somebody"))
  // converts all requests first: they decide what to read from answers
  const requests = exchanges.map((exchange) => requestOf(exchange, values))
  const calls = exchanges.map(({ answer, id, operation = "other", step }, index) => {
    const isNext = index === 0 || index === acts || exchanges[index - 1]?.step !== step
    const title = isNext ? steps[step ?? -1]?.title : undefined
    const read = [...values.extractions.values()].filter(({ exchange }) => exchange === id)
    const reads = Object.fromEntries(read.map(({ selector, variable }) => [variable, selector]))
    const args = [requests[index], operation, answer?.status ?? 200, reads].map((one) => JSON.stringify(one)).join(", ")
    const call = `${index < acts ? "send" : "cleanUp"}(${args})`
    return title === undefined ? call : `${comment(hide(title))}\n${call}`
  })
  const main = indented(calls.slice(0, acts).join("\n"), "  ")
  const after = indented([...calls.slice(acts), "removeLeftovers()"].join("\n"), "    ")
  const used = new Set(JSON.stringify(requests).match(/(?<=\{\{|"region":")\w+/g))
  const known = new Set(["baseUrl", "baseUrlEu", ...Object.keys(recorded.settings), "colleaguePassword"])
  const settings = [...used].flatMap((one) => (known.has(one) ? [[one, settingOf(one)] as const] : []))
  const limits = [...Map.groupBy(thresholds, ({ metric }) => metric)].map(
    ([metric, all]) => `    ${JSON.stringify(metric)}: ${JSON.stringify(all.map(({ condition }) => condition))}`
  )
  const head = [
    `The k6 script of ${name}, written by ${hide(command)}`,
    ...(description === "" ? [] : [hide(description)]),
    `k6 run ${settings.map(([, name]) => `-e ${name}=…`).join(" ")} script.js`,
    ...omitted.map((what) => `OMITTED: ${what}`)
  ]
  const source = `${head.map(comment).join("\n")}
import { check, fail } from "k6"
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
${prelude}
const settings = {
${settings.map(([variable, name]) => `  ${variable}: setting("${name}")`).join(",\n")}
}

export default function () {
  const unique = \`\${__VU}x\${__ITER}x\${Math.floor(Math.random() * 36 ** 6).toString(36)}\`
  known = { ...settings, unique }
  provisions = []
  tokens = []
  unmet = 0
  try {
${indented(main, "  ")}
  } finally {
${after}
  }
}
`
  return { settings: settings.map(([, name]) => name), source }
}
