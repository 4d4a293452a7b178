import { nearest } from "@remote-assist/cli/Nearest"
import type { Check } from "@remote-assist/cli/Settings"

const prefix = "REMOTE_ASSIST_"

/** The settings that there are. */
const names: ReadonlyArray<string> = [
  "REGION",
  "US_URL",
  "EU_URL",
  "API_KEY",
  "API_KEY_HEADER",
  "API_KEY_FORM",
  "PROFILE",
  "READ_ONLY",
  "EMAIL",
  "PASSWORD",
  "PERSONAL_ACCESS_TOKEN",
  "PARTNER_KEY_FILE",
  "PARTNER_SITE_ID",
  "PARTNER_ISSUER",
  "PARTNER_AUDIENCE",
  "MOCK_CONTROL_TOKEN",
  "SCREEN_READER",
  "MOUSE"
].map((name) => prefix + name)

// what an emulator prints for its clients, and what lines for curl take
const others: ReadonlySet<string> = new Set(["MOCK_URL", "MOCK_EVIDENCE", "TOKEN"].map((name) => prefix + name))

/** What of a name is another program's, unless it is nearly one of ours. */
const mistaken = (name: string): string | undefined => {
  if (names.includes(name) || others.has(name)) return undefined
  const meant = name.startsWith(prefix) ? nearest(name, names, 6) : nearest(name, names, 3)
  if (meant !== undefined) return `there is no setting ${name}. Is ${meant} meant?`
  return name.startsWith(prefix) ? `there is no setting ${name}. There are ${names.join(", ")}` : undefined
}

/** What is wrong with the names in a file of settings: one is misspelt, or none is known. */
export const check: Check = (path, given) => {
  const [wrong] = given.flatMap((name) => mistaken(name) ?? [])
  if (wrong !== undefined) return `In ${path}, ${wrong}`
  return given.some((name) => names.includes(name))
    ? undefined
    : `In ${path}, there is no setting that is known. It has lines such as REMOTE_ASSIST_REGION=us, or the same as a JSON object`
}
