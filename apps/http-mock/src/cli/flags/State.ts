import * as Flag from "effect/cli/Flag"

import * as Accepts from "../../library/options/accepts.ts"

export const state = Flag.String("state").pipe(
  Flag.withMetavar("file"),
  Flag.withDescription(
    "File that keeps the state across restarts: made when it is missing, with a log of its changes beside it; none unless given"
  ),
  Flag.filter(Accepts.state.is, () => Accepts.state.accepts),
  Flag.optional
)
