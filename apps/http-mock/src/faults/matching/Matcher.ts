import type { Match } from "@remote-assist/core/Contract"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

import type { World } from "../../world/model/World.ts"

/** A request, as far as it can be looked at. */
export interface Seen {
  readonly request: HttpServerRequest
  /** Its parameters; nothing where its operation does not take the path as it is. */
  readonly match: Match | undefined
  readonly world: World
  /** What its body says as JSON; nothing where it is none, or was not asked for. */
  readonly body: () => unknown
}

/** Whether a fault is for a request, of those to its operations. */
export interface Matcher {
  readonly isFor: (seen: Seen) => boolean
  /** Whether it looks at the body, which is read before then. */
  readonly needsBody: boolean
}
