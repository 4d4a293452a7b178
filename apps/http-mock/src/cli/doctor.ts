import * as Cli from "@remote-assist/cli"
import { startCommand } from "@remote-assist/cli/Process"
import { exceptFor } from "@remote-assist/cli/Proxy"
import { proxyFor } from "@remote-assist/core/HttpNode"
import { RegionName } from "@remote-assist/core/Region"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"

import manifest from "../../package.json" with { type: "json" }
import { defaultPort, Emulator } from "../library/Emulator.ts"
import { originOf } from "../server/Listener.ts"
import { probe, probeHttpAndHttps, send } from "./env.ts"
import type { DoctorArgs } from "./Flags.ts"
import { table } from "./flagTable.ts"

const finding = (ok: boolean) => (text: string) => ({ ok, text })

const [ok, bad] = [finding(true), finding(false)]

type Finding = ReturnType<typeof ok>

const { node: range } = manifest.engines

const node: Effect.Effect<Finding> = Effect.sync(() =>
  SemVerRange.matches(SemVerRange.parseUnsafe(range), SemVer.parseUnsafe(process.versions.node), {
    includePrerelease: true
  })
    ? ok(`Node ${process.versions.node} runs the emulator`)
    : bad(`Node ${process.versions.node} is too old. Install Node ${range.replace(">=", "")} or newer`)
)

const answers: Effect.Effect<Finding> = Effect.gen(function* () {
  const { baseUrl, demo } = yield* Emulator
  const response = yield* HttpClientRequest.post(`${baseUrl.us}/api/v1r1/auth`).pipe(
    HttpClientRequest.setHeader(table.apiKeyHeader.default, demo.apiKey),
    HttpClientRequest.bodyJsonUnsafe({ email: demo.email, password: demo.password }),
    HttpClient.execute
  )
  return response.status === 200
    ? ok("A log-in in this process succeeds")
    : bad(`A log-in in this process gets the status ${response.status}. Reinstall the emulator`)
}).pipe(
  Effect.provide(Emulator.layer()),
  Effect.catch(({ message }) => Effect.succeed(bad(`A log-in in this process fails (${message})`)))
)

const listens = (host: string, port: number): Effect.Effect<Finding> => {
  const origin = originOf(host, port)
  return Effect.flatMap(probeHttpAndHttps(origin), ({ answering, base }) =>
    answering === "emulator"
      ? Effect.succeed(ok(`An emulator runs at ${base}`))
      : Effect.as(Emulator, ok(`An emulator can listen at ${origin}; none is running there`)).pipe(
          Effect.provide(Emulator.layerServer({ host, port })),
          Effect.catch(({ message }) => Effect.succeed(bad(message)))
        )
  )
}

const value = (name: string) => process.env[name] || undefined

const withoutApi = (address: string) => address.replace(/\/*(?:\/api\/*)?$/, "")

/** Checks by a log-in that the settings of clients are those of an emulator. */
const logsIn = Effect.fnUntraced(function* (address: string) {
  const names = ["EMAIL", "PASSWORD", "API_KEY", "PERSONAL_ACCESS_TOKEN"]
  const [email, password, key, token] = names.map((name) => value(`REMOTE_ASSIST_${name}`))
  const hasPassword = email !== undefined && password !== undefined
  const hasCredentials = hasPassword || token !== undefined
  const used = ok(`Clients use the emulator at ${address}`)
  if (!hasCredentials && key === undefined) return used
  const apiKeyHeader = value("REMOTE_ASSIST_API_KEY_HEADER") ?? table.apiKeyHeader.default
  const attempts = [
    ...(hasPassword || token === undefined ? [{ path: "", body: { email, password } }] : []),
    ...(token === undefined ? [] : [{ path: "/pat", body: { token } }])
  ]
  for (const { body, path } of attempts) {
    const received = yield* send(`${withoutApi(address)}/api/v1r1/auth${path}`, {
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { [apiKeyHeader]: key }) },
      body: JSON.stringify(body)
    })
    // the service checks the API key first
    if (received === undefined)
      return bad("Clients cannot send a log-in. Check REMOTE_ASSIST_API_KEY and REMOTE_ASSIST_API_KEY_HEADER")
    if (!hasCredentials && !received.text.includes("API key")) return used
    const [, reason = `status ${received.status}`] = /"message":"([^"]*)"/.exec(received.text) ?? []
    if (received.status !== 200) return bad(`Clients cannot log in to the emulator at ${address}: ${reason}`)
  }
  return ok(`Clients can log in to the emulator at ${address}`)
})

/** Returns the command that sets the settings of clients to an emulator. */
const commandToSet = (origin: string) => {
  const { hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === "https:"
  const hosts = hostname === table.host.default ? "" : ` --host ${hostname.replace(/^\[(.*)\]$/, "$1")}`
  const ports = ["0", String(defaultPort)].includes(port) ? "" : ` --port ${port || (isSecure ? 443 : 80)}`
  const flags = `${hosts}${ports}${isSecure ? " --tls-cert-out emulator.pem" : ""}`
  return `eval "$(${startCommand("remote-assist-mock", "--silent mock")} env${flags})"`
}

const settings = Effect.fnUntraced(function* ({ host, port }: DoctorArgs) {
  const region = value("REMOTE_ASSIST_REGION") ?? "us"
  if (!Schema.is(RegionName)(region)) return bad(`REMOTE_ASSIST_REGION is "${region}". Set it to us or eu`)
  const name = `REMOTE_ASSIST_${region.toUpperCase()}_URL`
  const address = value(name)
  if (address === undefined) {
    const { answering, base } = yield* probeHttpAndHttps(originOf(host, port))
    const start = answering === "emulator" ? "Run" : "Start an emulator, then run"
    return ok(`The settings of clients are not set. ${start} ${commandToSet(base)}`)
  }
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    return bad(
      `${name} is "${address.replace(/[^/]*@/, "")}", which is not a URL. Set it as in ${name}=${originOf("127.0.0.1", defaultPort)}/${region}`
    )
  const url = new URL(address)
  if (url.username !== "" || url.password !== "")
    return bad(`${name} has a user name or a password, which clients refuse. Set it without them`)
  const proxy = proxyFor(url)
  const { answering } = yield* probe(url.origin)
  if (proxy !== undefined) {
    if (answering !== "emulator" && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
      return bad(
        `${name} is "${address}", not this emulator: clients reach it by the proxy ${proxy}. Run ${commandToSet(originOf(host, port))} to use the emulator`
      )
    // Node prefers no_proxy
    const variable = process.env["no_proxy"] === undefined ? "NO_PROXY" : "no_proxy"
    return bad(
      `Clients send requests for ${address} to the proxy ${proxy}. Set ${variable}=${exceptFor(url.hostname)[variable]}`
    )
  }
  if (answering === "emulator") {
    const path = withoutApi(url.pathname)
    return /\/(?:us|eu)$/.test(path)
      ? yield* logsIn(address)
      : bad(`${name} is "${address}", which has no region. Set ${name}=${url.origin}${path}/${region}`)
  }
  const { base, index } = yield* probeHttpAndHttps(url.origin)
  if (index === undefined) return bad(`Clients use ${address}, where ${answering} answers. Start an emulator there`)
  const { protocol } = new URL(base)
  const uses = `the emulator uses ${protocol === "http:" ? "HTTP" : "HTTPS"}`
  const problem = protocol === url.protocol ? "do not trust the certificate of the emulator" : uses
  return bad(`Clients use ${address}, but ${problem}. Run ${commandToSet(base)}`)
})

export const doctor = Effect.fnUntraced(function* (args: DoctorArgs) {
  const findings = yield* Effect.all([node, answers, listens(args.host, args.port), settings(args)])
  for (const { ok, text } of findings) yield* Console.log(`${ok ? "ok  " : "FAIL"}  ${text}.`.replace(/\.\.$/, "."))
  if (findings.some(({ ok }) => !ok)) return yield* new Cli.Exit({ code: 1 })
})
