import * as Context from "effect/Context"

import type { Report } from "../actions/Report.ts"
import type { AnyResource } from "../resources/Resource.ts"

/** What the engine needs to know about the screen. */
export class Screen extends Context.Service<
  Screen,
  {
    /** Whether a resource is on screen: in its own list or in a box. */
    readonly has: (resource: AnyResource) => boolean
    /** Whether the rows of a resource are visible. */
    readonly showsList: (resource: AnyResource) => boolean
    readonly showReport: (report: Report) => void
  }
>()("@remote-assist/tui/Screen") {}
