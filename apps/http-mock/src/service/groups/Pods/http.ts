import { toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import { administrator } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const administer = run(administrator("manage_groups"), toErrorV1R1)

export const handlers: Handlers<"Pods"> = {
  list: ({ query }) => administer((context) => Transitions.list(context, query))
}
