import * as Flag from "effect/cli/Flag"

/** How requests are logged. */
export const log = Flag.Literals("log", ["json", "pretty"]).pipe(
  Flag.withDescription("Logs each request on standard error: json is an object a line; none unless given"),
  Flag.optional
)
