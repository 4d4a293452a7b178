import "effect/schema/SchemaJITCompiler/enable"
import { createServer } from "node:http"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { defaultTokenLife, demo, namedUsers } from "./Seed.ts"
import { routes } from "./Server.ts"
import * as Tenant from "./Tenant.ts"

export interface EmulatorOptions {
  /** How many users there are, the four named ones included; the named ones alone unless set. */
  readonly users?: number
  /** What randomness starts from; 1 unless set. */
  readonly seed?: number
  /** How long user tokens work; 30 days unless set. */
  readonly tokenLife?: Duration.Input
  /** Name of the header with the API key; `x-service-api-key` unless set. */
  readonly apiKeyHeader?: string
}

export interface ServerOptions extends EmulatorOptions {
  /** 4010 unless set; 0 picks a free one. */
  readonly port?: number
  /** 127.0.0.1 unless set. */
  readonly host?: string
}

export const defaultPort = 4010

/** The emulator's server cannot listen: the port is taken, not allowed, or the host is not of this machine. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  code: Schema.String
}) {
  override get message() {
    const advice =
      this.code === "EADDRINUSE"
        ? "the port is taken. Choose another with --port, or --port 0 for any free one."
        : this.code === "EACCES"
          ? "this port is not allowed. Choose one above 1023 with --port."
          : `${this.code}. Check --host and --port.`
    return `Cannot listen on ${this.host}:${this.port}: ${advice}`
  }
}

const makeTenant = ({ seed = 1, tokenLife, users = namedUsers }: EmulatorOptions) =>
  Tenant.make({
    seed,
    users: Math.max(users, namedUsers),
    tokenLife: tokenLife === undefined ? defaultTokenLife : Math.max(1, Math.ceil(Duration.toSeconds(tokenLife))),
    choices: {}
  })

const inProcessOrigin = "http://emulator.internal"

const drainTime = Duration.seconds(2)

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : String(cause)

const anyHost = new Set(["0.0.0.0", "::", ""])

const originOf = (host: string, { address }: HttpServer.HttpServer["Service"]) => {
  const name = anyHost.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${address._tag === "UnixPathAddress" ? "" : address.port}`
}

/** An emulated service, for development and tests. */
export class Emulator extends Context.Service<
  Emulator,
  {
    /** Base addresses of the two regions, without `/api`. */
    readonly baseUrl: { readonly us: string; readonly eu: string }
    /** What the default world knows: the API key, the administrator's log-in, and what else yields tokens. */
    readonly demo: {
      readonly apiKey: string
      readonly email: string
      readonly password: string
      readonly personalAccessToken: string
      readonly inviteUrl: string
      readonly aliasRefreshToken: string
    }
    /** Moves the emulator's own clock on, so that tokens expire. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  }
>()("@remote-assist/http-mock/Emulator") {
  /** In process, without a socket; also the `HttpClient` that reaches it. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator | HttpClient.HttpClient> =>
    Layer.unwrap(
      Effect.gen(function* () {
        const tenant = yield* makeTenant(options)
        const { handler } = yield* Effect.acquireRelease(
          Effect.sync(() =>
            HttpRouter.toWebHandler(routes(tenant, options.apiKeyHeader ?? defaultApiKeyHeader), {
              disableLogger: true
            })
          ),
          ({ dispose }) => Effect.promise(dispose)
        )
        const fetch: typeof globalThis.fetch = (input, init) => {
          const request = new Request(input, init)
          return request.url.startsWith(`${inProcessOrigin}/`)
            ? handler(request)
            : Promise.reject(new TypeError(`the emulator in this process is at ${inProcessOrigin} only`))
        }
        return Layer.merge(
          Layer.succeed(Emulator, makeEmulator(inProcessOrigin, tenant)),
          FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
        )
      })
    )

  /** On a socket of this machine. */
  static readonly layerServer = (options: ServerOptions = {}): Layer.Layer<Emulator, CannotListen> =>
    Layer.effect(
      Emulator,
      Effect.gen(function* () {
        const { host = "127.0.0.1", port = defaultPort } = options
        const tenant = yield* makeTenant(options)
        const server = createServer()
        const listening = yield* NodeHttpServer.make(() => server, {
          host,
          port,
          gracefulShutdownTimeout: drainTime
        }).pipe(Effect.mapError(({ cause }) => new CannotListen({ host, port, code: codeOf(cause) })))
        yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
        yield* Layer.build(
          HttpRouter.serve(routes(tenant, options.apiKeyHeader ?? defaultApiKeyHeader), {
            disableLogger: true,
            disableListenLog: true
          }).pipe(Layer.provide(Layer.succeed(HttpServer.HttpServer, listening)))
        )
        return makeEmulator(originOf(host, listening), tenant)
      })
    )
}

const makeEmulator = (origin: string, tenant: Tenant.Tenant) =>
  Emulator.of({ baseUrl: { us: `${origin}/us`, eu: `${origin}/eu` }, demo, advance: tenant.advance })
