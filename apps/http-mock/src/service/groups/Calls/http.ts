import { toErrorCall, toErrorText, toErrorV1 } from "../../../wire/serviceErrors.ts"
import * as Events from "../../../world/calls/events.ts"
import { show } from "../../../world/calls/fields.ts"
import { user } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(user, toErrorV1)

const ofCall = run(user, toErrorCall)

export const handlers: Handlers<"Calls"> = {
  list: ({ base, query }) => run(user, toErrorText)((context) => Transitions.list({ ...context, base }, query)),
  recent: () => v1(Transitions.recent),
  read: ({ base, params }) => ofCall((context) => Transitions.read({ ...context, base }, params.call_id, show)),
  annotate: ({ params, payload }) => v1((context) => Transitions.annotate(context, params.call_id, payload)),
  eventStream: ({ params }) => ofCall((context) => Transitions.read(context, params.call_id, Events.eventStream)),
  events: ({ params }) => ofCall((context) => Transitions.read(context, params.call_id, Events.events))
}
