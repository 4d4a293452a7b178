import { byId } from "@remote-assist/core/Contract"
import type { OperationId } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { DriftReport, Recording } from "../control/upstream/Recording.ts"
import type { Exchange } from "../tenants/journal/Exchange.ts"
import type { Head, Passed } from "../tenants/journal/Passed.ts"
import { defaultTenant } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import { valuesOf } from "../upstream/endToEnd.ts"
import { chosenIn } from "../world/gaps/Gaps.ts"
import type { Choices } from "../world/gaps/Gaps.ts"
import * as Answered from "./Answered.ts"
import { plainBytes } from "./content.ts"
import { isOfOthers } from "./contract.ts"
import * as DriftLog from "./DriftLog.ts"
import * as MappingLog from "./MappingLog.ts"
import type { File } from "./MappingLog.ts"
import * as Masks from "./masks.ts"
import { learn } from "./reference.ts"
import type { Reference } from "./reference.ts"
import { patternOf } from "./requestPattern.ts"
import { recordedOf } from "./responseDefinition.ts"

/** Records what upstreams answer: how it drifts, and how to answer the same. */
export interface Recorder extends Recording {
  /** The files of what was recorded since this was asked last. */
  readonly changed: () => ReadonlyArray<File>
  /** Calls back when something was recorded. */
  readonly follow: (follower: () => void) => void
}

/** A whole answer, unpacked; or why there is none. */
const wholeOf = ({ failure, head, received, sent }: Passed): Result.Result<readonly [Head, Uint8Array], string> => {
  if (head === undefined) return Result.fail("the upstream did not answer")
  if (failure !== undefined) return Result.fail("the answer broke off")
  if (received.total > received.kept || sent.total > sent.kept)
    return Result.fail("the request or the answer is larger than 1 MiB")
  return Result.fromOption(
    Option.map(
      plainBytes(received.bytes, valuesOf(head.headers, "content-encoding")[0]),
      (bytes) => [head, bytes] as const
    ),
    () => "the answer has a content encoding that cannot be undone"
  )
}

const headersOf = ({ headers }: Head) =>
  Object.fromEntries(
    headers.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => name !== "content-encoding")
  )

/** Begins to record for some tenants. */
export const make = (tenants: Tenants, apiKeyHeader: string): Recorder => {
  const drifts = DriftLog.make()
  const stubs = MappingLog.make()
  const followers = new Set<() => void>()
  const choices = () => MutableRef.get(tenants.get(defaultTenant).regions.us.world).settings.choices
  const masksOf = Masks.make(apiKeyHeader, chosenIn(choices(), "api-key.value"))

  let learnt: { readonly choices: Partial<Choices>; readonly reference: Reference } | undefined
  const reference = Effect.suspend(() => {
    const now = choices()
    if (learnt?.choices === now) return Effect.succeed(learnt.reference)
    return Effect.map(learn(tenants.get(defaultTenant).machine, now), (reference) => {
      learnt = { choices: now, reference }
      return reference
    })
  })

  const compareLater = (id: OperationId, status: number, whole: ReturnType<typeof wholeOf>) => {
    if (Result.isFailure(whole)) return drifts.passOver(id, status, whole.failure)
    const [head, bytes] = whole.success
    if (isOfOthers(byId(id), head.status))
      return drifts.passOver(id, head.status, "what stands before the service may have answered")
    return drifts.add(id, Answered.of(head.status, valuesOf(head.headers, "content-type")[0], bytes))
  }

  const keep = (exchange: Exchange, whole: ReturnType<typeof wholeOf>) => {
    if (Result.isFailure(whole)) return stubs.leaveOut(whole.failure)
    const [head, bytes] = whole.success
    const plain: Exchange = {
      ...exchange,
      answer: HttpServerResponse.uint8Array(bytes, { status: head.status, headers: headersOf(head) })
    }
    const masks = masksOf(plain)
    return Result.match(recordedOf(head, bytes, masks), {
      onFailure: stubs.leaveOut,
      onSuccess: (recorded) => stubs.add(patternOf(plain, masks), recorded)
    })
  }

  return {
    observe: (exchange) => {
      const { operation, passed } = exchange
      if (passed === undefined) return
      const whole = wholeOf(passed)
      if (operation === undefined) keep(exchange, whole)
      else compareLater(operation, passed.head?.status ?? 502, whole)
      for (const changed of followers) changed()
    },
    drift: Effect.map(reference, (reference): DriftReport => drifts.report(reference)),
    mappings: stubs.mappings,
    leftOut: stubs.leftOut,
    changed: stubs.changed,
    follow: (follower) => void followers.add(follower),
    clear: () => {
      drifts.clear()
      stubs.clear()
    }
  }
}
