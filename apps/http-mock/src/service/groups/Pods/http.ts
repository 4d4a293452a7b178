import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import { administrator } from "../../run/actors.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const administer = run(administrator("manage_groups"), toErrorV1R1)

export const layer = HttpApiBuilder.group(Api, "Pods", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => administer((context) => Transitions.list(context, query))
  })
)
