import type { StubRequest } from "../request/StubRequest.ts"

/** One of what a request has to meet, all of which a mapping asks for. */
export interface Clause {
  /** How far from a mapping it makes a request that does not meet it. */
  readonly weight: number
  readonly isMet: (request: StubRequest) => boolean
  /** How a request fails to meet it, without credentials. */
  readonly whyNot: (request: StubRequest) => string
}
