import { resolve } from "node:path"
import type { PeerCertificate, TLSSocket } from "node:tls"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { originOf } from "../server/Listener.ts"
import { shellQuote } from "../world/json.ts"
import { demo } from "../world/seed/demo.ts"
import type { EnvArgs } from "./Flags.ts"
import { writeCertificate } from "./options.ts"
import { toEnvironment } from "./start.ts"

export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", {
  origin: Schema.String,
  answering: Schema.Literals(["emulator", "something else", "nothing"])
}) {
  override get message() {
    return `No emulator is running at ${this.origin} (${this.answering} answers). Start one with remote-assist-mock start, or set --port.`
  }
}

interface Address {
  readonly host: string
  readonly port: number
  readonly tenant: Option.Option<string>
}

/** Finds the emulator at a port, or a tenant of it. */
export const findEmulator = Effect.fnUntraced(function* ({ host, port, tenant }: Address) {
  const origin = originOf(host, port)
  const url = Option.match(tenant, { onNone: () => origin, onSome: (name) => `${origin}/t/${name}` })
  const { answering, base, certificate, index } = yield* probeHttpAndHttps(url)
  return index === undefined ? yield* new NotRunning({ origin, answering }) : { base, certificate, index }
})

const exports = {
  sh: (name: string, value: string) => `export ${name}=${shellQuote(value)}`,
  fish: (name: string, value: string) => `set -gx ${name} ${shellQuote(value)}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`
}

export const env = Effect.fnUntraced(function* ({ shell, tlsCertOut, ...address }: EnvArgs) {
  const { base, certificate, index } = yield* findEmulator(address)
  yield* writeCertificate(tlsCertOut, certificate)
  const baseUrl = { us: `${base}/us`, eu: `${base}/eu` }
  const environment = {
    ...toEnvironment({ baseUrl, demo: index.demo ?? demo }, index.api_key_header),
    ...(certificate === undefined || tlsCertOut === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(tlsCertOut) })
  }
  yield* Console.log(
    Object.entries(environment)
      .map(([name, value]) => exports[shell](name, value))
      .join("\n")
  )
})

/** The response of an HTTPS server, with its certificate. */
interface SecureResponse {
  readonly text: string
  /** In PEM format. */
  readonly certificate: string
}

const { get } = process.getBuiltinModule("node:https")

const maxCharacters = 100_000

const pemOf = ({ raw }: PeerCertificate) =>
  `-----BEGIN CERTIFICATE-----\n${(raw.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`

const isSecure = (socket: object): socket is TLSSocket => "getPeerCertificate" in socket

/** Requests an HTTPS URL. The certificate is not verified, as no secret is sent. */
const request = (url: string): Effect.Effect<SecureResponse, "nothing" | "something else"> =>
  Effect.callback((resume) => {
    const sent = get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      const { socket } = response
      const certificate = isSecure(socket) ? pemOf(socket.getPeerCertificate()) : ""
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => {
        text += part
        if (text.length > maxCharacters) sent.destroy()
      })
      response.on("end", () => resume(Effect.succeed({ text, certificate })))
      response.on("error", () => resume(Effect.fail("something else")))
    })
    sent.on("error", () => resume(Effect.fail("nothing")))
    return Effect.sync(() => sent.destroy())
  })

const Index = Schema.Struct({
  service: Schema.Literal("remote-assistance service, emulated"),
  api_key_header: Schema.String,
  /** Absent on a public host. */
  demo: Schema.optionalKey(
    Schema.Struct({
      apiKey: Schema.String,
      email: Schema.String,
      password: Schema.String,
      personalAccessToken: Schema.String
    })
  )
})

export type Answering = "emulator" | "something else" | "nothing"

export interface Probed {
  readonly answering: Answering
  readonly index?: typeof Index.Type
  /** The certificate of an HTTPS server in PEM format. */
  readonly certificate?: string
}

const decodeIndex = Schema.decodeUnknownOption(Schema.fromJsonString(Index))

/** Looks for an emulator at an HTTPS URL, without verifying its certificate. */
const probeSecure = (base: string): Effect.Effect<Probed> =>
  request(`${base}/`).pipe(
    Effect.timeoutOrElse({ duration: "1 second", orElse: () => Effect.fail("nothing" as const) }),
    Effect.match({
      onFailure: (answering): Probed => ({ answering }),
      onSuccess: ({ certificate, text }): Probed =>
        Option.match(decodeIndex(text), {
          onNone: () => ({ answering: "something else" }),
          onSome: (index) => ({ answering: "emulator", index, certificate })
        })
    })
  )

/** Looks for an emulator by HTTP, then by HTTPS. Returns the URL at which it is found. */
export const probeHttpAndHttps = Effect.fnUntraced(function* (base: string) {
  const plain = yield* probe(base)
  if (plain.answering === "emulator") return { ...plain, base }
  const secureBase = base.replace(/^http:/, "https:")
  const secure = yield* probeSecure(secureBase)
  return secure.answering === "emulator" ? { ...secure, base: secureBase } : { ...plain, base }
})

/** Looks for an emulator or a tenant at a URL, with a timeout of a second. */
export const probe = (base: string): Effect.Effect<Probed> =>
  HttpClient.get(`${base}/`).pipe(
    Effect.timeout("1 second"),
    Effect.matchEffect({
      onFailure: () => Effect.succeed<Probed>({ answering: "nothing" }),
      onSuccess: (response) =>
        HttpClientResponse.schemaBodyJson(Index)(response).pipe(
          Effect.match({
            onFailure: (): Probed => ({ answering: "something else" }),
            onSuccess: (index): Probed => ({ answering: "emulator", index })
          })
        )
    }),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer)
  )
