import * as Effect from "effect/Effect"

import type { AnyResource } from "../../resources/registry.ts"
import { find } from "../headless/targets.ts"
import * as Input from "./input.ts"

/** The row that a tool is given a name of, as the service has it now: an answer says whom it was done to. */
export const rowIn = (resource: AnyResource, given: Input.Given) =>
  Effect.flatMap(Input.targetIn(resource, given), (name) => find(resource, name))
