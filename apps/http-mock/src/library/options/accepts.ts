import * as Duration from "effect/Duration"

import { clientKindHeader } from "../../tenants/evidence/Evidence.ts"
import { mostKept } from "../../tenants/journal/Journal.ts"
import { tenantHeader } from "../../tenants/TenantName.ts"

/** A whole number from 0 up to a bound. */
export const upTo = (most: number) => ({
  accepts: `a whole number from 0 to ${most}`,
  is: (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= most
})

export const journal = upTo(mostKept)

export const port = { ...upTo(65_535), accepts: "a port from 0 to 65535" }

/** The number of a site. */
export const siteId = {
  accepts: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
  is: (number: number): boolean => Number.isSafeInteger(number) && number >= 1
}

const isGiven = (text: string): boolean => text.trim() !== ""

/** The issuer and the audience of tokens. */
export const claim = { accepts: "a text that is not empty", is: isGiven }

// node takes an empty one for every address of the machine
export const host = { accepts: "the name or address of a host", is: isGiven }

export const cors =
  "off or * alone, or origins such as http://localhost:5173, with commas between them, and without a path or a wildcard"

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/

export const state = { accepts: "the path of a file", is: (path: string): boolean => path !== "" }

export const stubs = { accepts: "the path of a folder", is: (path: string): boolean => path !== "" }

// what HTTP, browsers and the emulator itself read
const used = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "authorization",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "date",
  "dnt",
  "expect",
  "from",
  "host",
  "keep-alive",
  "last-event-id",
  "origin",
  "pragma",
  "range",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "warning",
  tenantHeader,
  clientKindHeader
])

const isUsed = (name: string) => used.has(name) || /^(?:access-control|if|proxy|sec)-/.test(name)

export const apiKeyHeader = {
  accepts: "the name of a header, such as x-service-api-key, that HTTP has no use for",
  is: (name: string): boolean => headerName.test(name) && !isUsed(name.toLowerCase())
}

const longestSilence = Duration.hours(1)

export const upstreamTimeout = {
  accepts: "a duration from a millisecond to an hour, such as '30 seconds'",
  is: (silence: Duration.Duration): boolean =>
    Duration.isGreaterThanOrEqualTo(silence, Duration.millis(1)) &&
    Duration.isLessThanOrEqualTo(silence, longestSilence)
}

const longestLife = Duration.days(36_500)

export const tokenLife = {
  accepts: "a duration from a second to 36500 days, such as '10 seconds'",
  is: (life: Duration.Duration): boolean =>
    Duration.isGreaterThanOrEqualTo(life, Duration.seconds(1)) && Duration.isLessThanOrEqualTo(life, longestLife)
}
