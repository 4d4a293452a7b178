import * as Flag from "effect/cli/Flag"

export const faults = Flag.String("faults").pipe(
  Flag.withMetavar("file"),
  Flag.withDescription(
    "JSON file with a list of faults that each tenant begins with, as POST /__mock/faults takes them; none unless given"
  ),
  Flag.optional
)
