import { byId } from "@remote-assist/core/Contract"
import type { OperationId } from "@remote-assist/core/Contract"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Predicate from "effect/Predicate"

import { serviceAnswer } from "../server/serviceAnswer.ts"
import * as Tenant from "../tenants/Tenant.ts"
import { inEffect } from "../wire/atOnce.ts"
import { answerBytes } from "../wire/content.ts"
import { matched, operationFor } from "../wire/operation.ts"
import { inProcessOrigin } from "../wire/origin.ts"
import type { Choices } from "../world/gaps/Gaps.ts"
import { demoOf } from "../world/seed/knownCredentials.ts"
import type { Demo } from "../world/seed/knownCredentials.ts"
import * as Answered from "./Answered.ts"

/** A request to a world that nobody else has. */
export interface Asked {
  readonly method: string
  /** After the region. */
  readonly path: string
  readonly query?: string
  readonly body?: string | undefined
  readonly token?: string | undefined
  /** Whether it goes without an API key. */
  readonly isKeyless?: boolean
}

/** A world of its own, and what it answers: large enough to show what the answers of an operation look like. */
export interface OwnWorld {
  readonly demo: Demo
  readonly ask: (asked: Asked) => Effect.Effect<Answered.Answered>
  /** Asks an operation, with what is in its path in the order in which it stands there. */
  readonly askOperation: (
    id: OperationId,
    asked?: {
      readonly ids?: ReadonlyArray<string>
      readonly query?: string
      readonly body?: unknown
      readonly token?: string | undefined
    }
  ) => Effect.Effect<Answered.Answered>
}

const size = { users: 60, calls: 60 }

const filled = (path: string, ids: ReadonlyArray<string>) => {
  const left = [...ids]
  return path.replaceAll(/:\w+/g, () => left.shift() ?? "")
}

/** Begins a world that chooses as told. */
export const make = (machine: Clock.Clock, choices: Partial<Choices>): OwnWorld => {
  const options = { seed: 1, ...size, issuer: "emulator", audience: "emulator", site: { id: 8888 }, choices }
  const state = Tenant.seeded(machine, "drift", options)
  const tenant = Tenant.of(machine, "drift", state, { journal: 0, save: Effect.void })
  const deployment = tenant.regions.us
  const place = { tenant, region: "us", stubs: undefined, secure: false } as const
  const demo = demoOf(MutableRef.get(deployment.world))

  const ask: OwnWorld["ask"] = ({ body, isKeyless = false, method, path, query = "", token }) => {
    const headers = {
      ...(isKeyless ? {} : { [defaultApiKeyHeader]: demo.apiKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: token })
    }
    const sent = new Request(`${inProcessOrigin}/us${path}${query}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body })
    })
    const request = HttpServerRequest.fromWeb(sent)
    const match = matched(method, path, query)
    const address = { path, query, match, operation: match?.operation ?? operationFor(method, path) }
    return inEffect(serviceAnswer(defaultApiKeyHeader, request, place, deployment, address)).pipe(
      Effect.map((response) => Answered.of(response.status, response.headers["content-type"], answerBytes(response))),
      Effect.provideService(HttpServerRequest.HttpServerRequest, request)
    )
  }

  return {
    demo,
    ask,
    askOperation: (id, { body, ids = [], query, token } = {}) => {
      const { example, method, path } = byId(id)
      const sent = body ?? example
      return ask({
        method,
        path: `/api${filled(path, ids)}`,
        ...(query === undefined ? {} : { query }),
        body: sent === undefined || method === "GET" ? undefined : JSON.stringify(sent),
        token
      })
    }
  }
}

/** A text of an answer, at names that lead to it; empty where there is none. */
export const textAt = ({ body }: Answered.Answered, ...names: ReadonlyArray<string>): string => {
  const value = names.reduce<unknown>(
    (at, name) => (Predicate.isObjectKeyword(at) ? Reflect.get(at, name) : undefined),
    body
  )
  return Predicate.isString(value) || Predicate.isNumber(value) ? String(value) : ""
}
