import type { RegionName } from "@remote-assist/core/Region"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import { baseFor } from "../tenants/baseAddress.ts"
import type { Deployment } from "../tenants/Deployment.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import type { AtOnce } from "../wire/atOnce.ts"
import { problem } from "../wire/problem.ts"
import { prng } from "../world/prng.ts"
import { delayOf, sent } from "./answering.ts"
import { bounded, tooLong } from "./bounded.ts"
import { handledBy } from "./handling.ts"
import type { Handling } from "./handling.ts"
import { nearMisses, toldNear } from "./nearMiss.ts"
import type { NearMiss } from "./nearMiss.ts"
import { noteStub } from "./outcome.ts"
import * as Lookups from "./request/lookups.ts"
import * as StubRequest from "./request/StubRequest.ts"
import * as Scenarios from "./Scenarios.ts"
import type { Stub } from "./Stub.ts"
import { uuidOf } from "./uuid.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A request that reached the tenant. */
export interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly region: RegionName
  /** Whether it came by HTTPS. */
  readonly secure: boolean
  readonly deployment: Deployment
  readonly path: string
  readonly query: string
  readonly body: Uint8Array | undefined
  /** Whether an operation takes it on unless a stub says that it goes first. */
  readonly isOperation: boolean
}

/** The stubs that answer in a tenant. */
export interface TenantStubs {
  /** Answers a request; nothing where no stub is for it. */
  readonly answer: (asked: Asked) => AtOnce<Response, HttpServerRequest.HttpServerRequest> | undefined
  /** The nearest of them as a sentence, with a space before it; empty where none is near. */
  readonly nearest: (received: StubRequest.Received) => string
  readonly near: (received: StubRequest.Received) => ReadonlyArray<NearMiss>
  /** Those of the tenant itself, the latest first. */
  readonly own: () => ReadonlyArray<Stub>
  /** All that answer here, in the order in which they are asked. */
  readonly all: () => ReadonlyArray<Stub>
  /** The routes of the handlers that are asked before them. */
  readonly routes: () => ReadonlyArray<string>
  readonly setOwn: (stubs: ReadonlyArray<Stub>) => void
  readonly newId: () => string
  readonly scenarios: Scenarios.Scenarios
}

/** What the stubs of a tenant share with those of others. */
export interface Shared {
  readonly folder: () => ReadonlyArray<Stub>
  readonly handlings: () => ReadonlyArray<Handling>
}

// to compare and to render, which takes a fraction of a millisecond
const patience = 1000

const failure = ({ name }: Stub, failed: typeof tooLong | Error) =>
  problem(
    500,
    "Internal Server Error",
    failed === tooLong
      ? `The stub ${name} takes more than ${patience} ms to compare or to render. Look for a pattern that tries the same text again and again, or a template with too long a loop.`
      : `The stub ${name} cannot answer: ${failed.message}`
  )

/** Asks stubs in turn; those of one priority the latest first. */
const ordered = (own: ReadonlyArray<Stub>, folder: ReadonlyArray<Stub>) => {
  const ids = new Set(own.map(({ id }) => id))
  return [...own, ...folder.filter(({ id }) => !ids.has(id))].toSorted((one, other) => one.priority - other.priority)
}

const candidates = (stubs: ReadonlyArray<Stub>) => ({ stubs, isCostly: stubs.some(({ isCostly }) => isCostly) })

export const make = (tenant: Tenant, { folder, handlings }: Shared): TenantStubs => {
  const scenarios = Scenarios.make()
  let [made, answered, draws] = [0, 0, 0]
  let own: ReadonlyArray<Stub> = []
  let known: ReadonlyArray<Stub> = []
  let all = candidates([])
  let overriding = candidates([])

  const refresh = () => {
    known = folder()
    const stubs = ordered(own, known)
    all = candidates(stubs)
    overriding = candidates(stubs.filter(({ overrides }) => overrides))
  }

  const current = () => {
    if (known !== folder()) refresh()
    return all
  }

  const lookupsOf = ({ deployment, region, request, secure }: Asked) =>
    Lookups.of(tenant.name, region, deployment, request, () => baseFor(request, secure, tenant.name, region))

  const answer: TenantStubs["answer"] = (asked) => {
    const { body, deployment, isOperation, path, query, region, request, secure } = asked
    const { isCostly, stubs } = isOperation ? (current(), overriding) : current()
    const handlers = isOperation ? [] : handlings()
    if (stubs.length === 0 && handlers.length === 0) return undefined
    const { headers, method } = request
    const received = StubRequest.of({ region, method, path, query, headers, body })
    const handled = handledBy(handlers, received, () => lookupsOf(asked))
    if (handled !== undefined) {
      noteStub(request, handled.name)
      return handled.answer
    }
    const { seed } = MutableRef.get(deployment.world).settings
    let asking: Stub | undefined
    const pick = () => {
      for (const stub of stubs) {
        asking = stub
        if (scenarios.whyNot(stub) !== undefined || !stub.clauses.every(({ isMet }) => isMet(received))) continue
        const base = baseFor(request, secure, tenant.name, region)
        const rendered = stub.respond({
          request: received,
          arrival: { id: uuidOf(seed, answered, "request"), base, parameters: stub.parameters(received) },
          lookups: lookupsOf(asked),
          draw: () => prng(seed, draws++, 8191)
        })
        return { stub, rendered }
      }
      return undefined
    }
    const found = bounded(isCostly ? patience : undefined, pick)
    if (Result.isFailure(found)) {
      if (asking === undefined) return undefined
      noteStub(request, asking.name)
      return failure(asking, found.failure)
    }
    if (found.success === undefined) return undefined
    const { rendered, stub } = found.success
    noteStub(request, stub.name)
    scenarios.follow(stub)
    answered += 1
    const definition = stub.mapping.response ?? {}
    return sent(request, tenant, definition, rendered, delayOf(definition, seed, answered))
  }

  const near: TenantStubs["near"] = (received) =>
    nearMisses(current().stubs, StubRequest.of(received), scenarios.whyNot)

  return {
    answer,
    near,
    nearest: (received) => toldNear(near(received)),
    own: () => own,
    all: () => current().stubs,
    routes: () => handlings().map(({ route }) => route.text),
    setOwn: (stubs) => {
      own = stubs
      refresh()
      scenarios.keep(all.stubs)
    },
    newId: () => uuidOf(1, made++, `tenant ${tenant.name}`),
    scenarios
  }
}
