import * as Flag from "effect/cli/Flag"

/** The longest that a scenario may be given, in seconds: a day. */
export const longestTimeout = 86_400

const shown = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",")

/** A flag that takes a whole number within bounds, both included; another one is refused before anything is done. */
export const whole = (name: string, least: number, most: number): Flag.Flag<number> =>
  Flag.Int(name).pipe(
    Flag.filter(
      (value) => value >= least && value <= most,
      () => `a whole number from ${shown(least)} to ${shown(most)}`
    )
  )

/** How long a scenario, or one of its iterations, may take. */
export const timeout = (whose: string): Flag.Flag<number> =>
  whole("timeout", 1, longestTimeout).pipe(
    Flag.withDescription(`Longest that ${whose} may take, in seconds`),
    Flag.withDefault(60)
  )
