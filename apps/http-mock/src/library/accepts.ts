import * as Duration from "effect/Duration"

import { mostKept } from "../tenants/journal/Journal.ts"

/** A whole number from 0 up to a bound. */
export const upTo = (most: number) => ({
  accepts: `a whole number from 0 to ${most}`,
  is: (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= most
})

export const journal = upTo(mostKept)

export const port = { ...upTo(65_535), accepts: "a port from 0 to 65535" }

export const apiKeyHeader = {
  accepts: "the name of a header, such as x-service-api-key",
  pattern: /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
}

const longestLife = Duration.days(36_500)

export const tokenLife = {
  accepts: "a duration from a second to 36500 days, such as '10 seconds'",
  is: (life: Duration.Duration): boolean =>
    Duration.isGreaterThanOrEqualTo(life, Duration.seconds(1)) && Duration.isLessThanOrEqualTo(life, longestLife)
}
