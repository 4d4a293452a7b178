import type { Lookups } from "../request/lookups.ts"
import type { StubRequest } from "../request/StubRequest.ts"
import { conditionHelpers } from "./conditionHelpers.ts"
import { clockHelpers, dateHelpers } from "./dateHelpers.ts"
import { randomHelpers } from "./randomHelpers.ts"
import type { Draw } from "./randomHelpers.ts"
import type { Helpers } from "./Template.ts"
import { valueHelpers } from "./valueHelpers.ts"
import { requestModel } from "./values.ts"
import type { Arrival } from "./values.ts"
import { worldHelpers } from "./worldHelpers.ts"

/** What templates are rendered from. */
export interface Rendering {
  readonly request: StubRequest
  readonly arrival: Arrival
  readonly lookups: Lookups
  readonly draw: Draw
}

const nobody: Lookups = {
  tenant: "",
  region: "us",
  now: 0,
  users: () => [],
  user: () => undefined,
  calls: () => [],
  caller: () => undefined
}

const helpersOf = (lookups: Lookups, draw: Draw): Helpers => ({
  ...valueHelpers,
  ...conditionHelpers,
  ...dateHelpers,
  ...clockHelpers(() => lookups.now),
  ...randomHelpers(draw),
  ...worldHelpers(lookups)
})

/** The names of all helpers. */
export const helperNames: ReadonlyArray<string> = Object.keys(helpersOf(nobody, () => 0))

/** What templates see, and the helpers that they have. */
export const renderedWith = (
  { arrival, draw, lookups, request }: Rendering,
  parameters: Readonly<Record<string, unknown>>
) => ({
  model: { request: requestModel(request, arrival), parameters },
  helpers: helpersOf(lookups, draw)
})
