import { Api } from "@remote-assist/core/Api"
import { defaultApiKeyHeader, RegionName } from "@remote-assist/core/Region"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import * as Answers from "./Answers.ts"
import * as Docs from "./docs/Docs.ts"
import * as Auth from "./groups/Auth/http.ts"
import * as Calls from "./groups/Calls/http.ts"
import * as EnterpriseUsers from "./groups/EnterpriseUsers/http.ts"
import * as Invitations from "./groups/Invitations/http.ts"
import * as OnCallGroups from "./groups/OnCallGroups/http.ts"
import * as PersonalAccessTokens from "./groups/PersonalAccessTokens/http.ts"
import * as Pods from "./groups/Pods/http.ts"
import * as Registration from "./groups/Registration/http.ts"
import * as Tokens from "./groups/Tokens/http.ts"
import * as Guard from "./Guard.ts"
import { refusal } from "./Refusal.ts"
import { whyNot } from "./Routes.ts"
import { CurrentDeployment } from "./Tenant.ts"
import type { Tenant } from "./Tenant.ts"

const regionAndRest = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`)

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

const index = (host: string) => {
  const of = (region: RegionName) => ({
    base_url: `http://${host}/${region}`,
    log_in: `POST http://${host}/${region}/api/v1r1/auth`
  })
  return HttpServerResponse.jsonUnsafe({
    service: "remote-assistance service, emulated",
    regions: { us: of("us"), eu: of("eu") },
    docs: `http://${host}/__mock/docs`,
    openapi: `http://${host}/__mock/openapi.json`,
    keys: `http://${host}/__mock/keys`
  })
}

const outside = (request: HttpServerRequest.HttpServerRequest, documented: Docs.Documented) => {
  const { method } = request
  const [path = "/"] = request.url.split("?")
  const host = request.headers.host ?? "emulator.internal"
  if (/^\/__mock(?:\/|$)/.test(path)) return Docs.answer({ host, method, path }, documented)
  return Effect.succeed(
    path === "/" && method === "GET"
      ? index(host)
      : Answers.refuse(
          method,
          path,
          refusal(
            "notFound",
            `The path ${path} names no region. Base addresses are /us and /eu, as in /us/api/v1r1/auth.`
          )
        )
  )
}

const isTooLarge = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  Number(headers["content-length"] ?? 0) > Answers.maximumBody

const apiAndRest = /^\/api(\/.*)$/

/** Chooses the region by the first segment of the path, and answers what no operation does. */
const front = (tenant: Tenant, apiKeyHeader: string) =>
  HttpRouter.middleware(
    (answer) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const [, region, path = "/", query = ""] = regionAndRest.exec(request.url) ?? []
        if (!isRegion(region)) return outside(request, { tenant, apiKeyHeader })
        const operation = apiAndRest.exec(path)?.[1]
        if (operation === undefined)
          return Effect.succeed(Answers.refuse(request.method, path, refusal("notFound", whyNot(request.method, path))))
        if (isTooLarge(request)) return Effect.succeed(Answers.refuse(request.method, path, Answers.bodyTooLarge))
        return answer.pipe(
          Effect.map((response) =>
            response.status === 415 ? Answers.refuse(request.method, path, Answers.notJson) : response
          ),
          Effect.catchCauseIf(
            (cause) => !Cause.hasInterruptsOnly(cause),
            (cause) =>
              Option.match(Answers.causeOf(cause, request.method, path), {
                onNone: () => Effect.as(Effect.logError(cause), Answers.refuse(request.method, path, Answers.internal)),
                onSome: (refused) => Effect.succeed(Answers.refuse(request.method, path, refused))
              })
          ),
          Effect.provideService(CurrentDeployment, tenant.regions[region]),
          Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ url: `${operation}${query}` })),
          Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(Answers.maximumBody))
        )
      }),
    { global: true }
  )

const groups = Layer.mergeAll(
  Auth.layer,
  Tokens.layer,
  PersonalAccessTokens.layer,
  Registration.layer,
  Calls.layer,
  OnCallGroups.layer,
  Invitations.layer,
  EnterpriseUsers.layer,
  Pods.layer
)

/** The routes of the emulator over a tenant's worlds. */
export const routes = (tenant: Tenant, apiKeyHeader = defaultApiKeyHeader) =>
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide(groups),
    Layer.provide(Guard.layer),
    Layer.merge(front(tenant, apiKeyHeader)),
    Layer.provide(Layer.succeed(Guard.ApiKeyHeader, apiKeyHeader)),
    Layer.provide(HttpServer.layerServices)
  )
