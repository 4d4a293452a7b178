import * as Flag from "effect/cli/Flag"

/** What is printed when the emulator is ready. */
export const banner = Flag.Literals("banner", ["json"]).pipe(
  Flag.withDescription(
    "What is printed when it is ready: json is one line, an object with the variables of env; none unless given, which is a text for people"
  ),
  Flag.optional
)

export const untilStdinCloses = Flag.Boolean("until-stdin-closes").pipe(
  Flag.withDescription(
    "Ends when its standard input is closed, as by the end of the program that started it; off unless given"
  ),
  Flag.withDefault(false)
)
