import * as Cli from "@remote-assist/cli"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"

import manifest from "../../package.json" with { type: "json" }
import { Emulator } from "../library/Emulator.ts"
import { originOf } from "../server/Listener.ts"
import { probe, probeHttpAndHttps } from "./env.ts"
import type { DoctorArgs } from "./Flags.ts"
import { table } from "./flagTable.ts"

interface Finding {
  readonly ok: boolean
  readonly text: string
}

const ok = (text: string): Finding => ({ ok: true, text })

const bad = (text: string): Finding => ({ ok: false, text })

const [minVersion = "0.0"] = /\d+\.\d+/.exec(manifest.engines.node) ?? []

const [minMajor = 0, minMinor = 0] = minVersion.split(".").map(Number)

const node: Effect.Effect<Finding> = Effect.sync(() => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > minMajor || (major === minMajor && minor >= minMinor)
    ? ok(`Node ${process.versions.node} runs the emulator`)
    : bad(`Node ${process.versions.node} is too old. Install Node ${minVersion} or newer`)
})

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

const url = (name: string) => Config.option(Config.String(name))

const settings: Effect.Effect<Finding> = Effect.gen(function* () {
  const address = yield* Config.String("REMOTE_ASSIST_REGION").pipe(
    Config.orElse(() => Config.succeed("us")),
    Effect.flatMap((region) => url(`REMOTE_ASSIST_${region.toUpperCase()}_URL`))
  )
  if (Option.isNone(address)) return ok('The settings of clients are not set. Run eval "$(remote-assist-mock env)"')
  if (!URL.canParse(address.value)) return bad(`The URL of clients is invalid: ${address.value}`)
  const { origin } = new URL(address.value)
  const { answering } = yield* probe(origin)
  if (answering === "emulator") return ok(`Clients use the emulator at ${address.value}`)
  const { certificate } = yield* probeHttpAndHttps(origin)
  return certificate !== undefined
    ? bad(
        origin.startsWith("https:")
          ? `Clients use the emulator at ${address.value}, but do not trust its certificate. Run eval "$(remote-assist-mock env --tls-cert-out emulator.pem)"`
          : `Clients use ${address.value}, but the emulator uses HTTPS. Run eval "$(remote-assist-mock env)"`
      )
    : bad(`Clients use ${address.value}, where no emulator is running (${answering})`)
}).pipe(Effect.catch(({ message }) => Effect.succeed(bad(message))))

export const doctor = Effect.fnUntraced(function* ({ host, port }: DoctorArgs) {
  const findings = yield* Effect.all([node, answers, listens(host, port), settings])
  for (const { ok, text } of findings) yield* Console.log(`${ok ? "ok  " : "FAIL"}  ${text}.`.replace(/\.\.$/, "."))
  if (findings.some(({ ok }) => !ok)) return yield* new Cli.Exit({ code: 1 })
})
