import type { GroupName, Operation } from "@remote-assist/core/Contract"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Scheduler from "effect/Scheduler"

import { choosingFor, CurrentDeployment } from "../tenants/Deployment.ts"
import type { Deployment } from "../tenants/Deployment.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import type { Answer } from "../wire/Answer.ts"
import { errorResponse } from "../wire/errorResponse.ts"
import { whyNoOperation } from "../wire/operation.ts"
import { choosing } from "../world/gaps/Gaps.ts"
import * as Paging from "../world/lists/paging.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"
import * as Failure from "./failure.ts"
import { reached } from "./record.ts"

/** What answers the requests to the operations of a group. */
export type Service<E> = (group: GroupName) => Effect.Effect<Answer<E>>

/** What the address of a request within a region names. */
export interface Address {
  /** After the region. */
  readonly path: string
  readonly query: string
  /** Nothing where it meets none. */
  readonly operation: Operation | undefined
}

const lengthOf = ({ headers }: HttpServerRequest.HttpServerRequest) => Number(headers["content-length"] ?? 0)

const withoutApi = (path: string) => path.replace(/^\/api(?=\/)/, "")

/** Answers a request to a region of a tenant; what no operation takes is refused in the error form of its path's version. */
export const serviceAnswer = <E>(
  service: Service<E>,
  request: HttpServerRequest.HttpServerRequest,
  tenant: Tenant,
  deployment: Deployment,
  { operation, path, query }: Address
): Answer => {
  const { method } = request
  const choose = choosing(MutableRef.get(deployment.world).settings.choices)
  const refuse = (refused: Refusal) => errorResponse(operation, path, refused, choosingFor(deployment))
  const mostBytes = Failure.maximumBody(choose)
  if (lengthOf(request) > mostBytes) return Effect.sync(() => refuse(Failure.bodyTooLarge(choose)))
  const sent = request.modify({ url: `${withoutApi(path)}${Paging.readable(query, choose)}` })
  const answering: Effect.Effect<Answer<E>> =
    operation === undefined
      ? Effect.succeed(Effect.sync(() => refuse(refusal("notFound", whyNoOperation(method, path)))))
      : service(operation.group)
  return answering.pipe(
    Effect.flatMap((answer) => Effect.andThen(reached(tenant, deployment, sent), answer)),
    Effect.map((response) => (response.status === 415 ? refuse(Failure.notJson) : response)),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Option.match(Failure.refusalOf(cause, method, path, choose), {
            onNone: () => Effect.as(Effect.logError(cause), refuse(Failure.internal)),
            onSome: (refused) => Effect.succeed(refuse(refused))
          })
    ),
    Effect.provideService(CurrentDeployment, deployment),
    Effect.provideService(HttpServerRequest.HttpServerRequest, sent),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes)),
    // nothing comes between what a request sees of the world and what it changes there; what only reads pauses by itself
    Effect.provideService(Scheduler.PreventSchedulerYield, true)
  )
}
