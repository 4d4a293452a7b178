import * as Result from "effect/Result"

import { meant } from "../world/similarity.ts"
import { bounded } from "./bounded.ts"
import { addressText } from "./matching/address.ts"
import type { StubRequest } from "./request/StubRequest.ts"
import type { Stub } from "./Stub.ts"

/** A stub that a request does not meet, and why. */
export interface NearMiss {
  readonly stub: Stub
  readonly reasons: ReadonlyArray<string>
}

// of many stubs those that are asked first
const mostCompared = 2000

const patience = 200

const addressWeight = 10

const compared = (stubs: ReadonlyArray<Stub>, request: StubRequest, isInState: (stub: Stub) => string | undefined) =>
  stubs.map((stub) => {
    const unmet = stub.clauses.filter(({ isMet }) => !isMet(request))
    const state = isInState(stub)
    return {
      stub,
      isThere: unmet.every(({ weight }) => weight < addressWeight),
      distance: unmet.reduce((sum, { weight }) => sum + weight, state === undefined ? 0 : 1),
      reasons: [...unmet.map(({ whyNot }) => whyNot(request)), ...(state === undefined ? [] : [state])]
    }
  })

/** The stubs that are nearest to a request, the nearest first: those of its address, or of one that is like it. */
export const nearMisses = (
  all: ReadonlyArray<Stub>,
  request: StubRequest,
  isInState: (stub: Stub) => string | undefined
): ReadonlyArray<NearMiss> => {
  const stubs = all.slice(0, mostCompared)
  const found = bounded(patience, () => {
    const there = compared(stubs, request, isInState)
      .filter(({ isThere }) => isThere)
      .toSorted((one, other) => one.distance - other.distance)
    if (there.length > 0) return there.slice(0, 3)
    const addresses = stubs.map(({ mapping }) => addressText(mapping.request ?? {}) ?? "").filter((text) => text !== "")
    const other = meant(request.path, addresses)
    return other === undefined
      ? []
      : compared(
          stubs.filter(({ mapping }) => addressText(mapping.request ?? {}) === other),
          request,
          isInState
        ).slice(0, 1)
  })
  return Result.getOrElse(found, () => [])
}

/** The nearest stub as a sentence, with a space before it; empty where none is near. */
export const toldNear = ([nearest]: ReadonlyArray<NearMiss>): string =>
  nearest === undefined ? "" : ` The nearest stub is ${nearest.stub.name}: ${nearest.reasons.join("; ")}.`
