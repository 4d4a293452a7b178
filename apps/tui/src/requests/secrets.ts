import { isPublicName, isSecretName, opensAccount } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"

/** What is shown in place of a secret. */
export const hidden = "…"

const open = new Set(["accept", "accept-language", "content-type", "user-agent"])

/** Whether a header, by its name in lower case, holds no secret whatever it holds. */
export const isOpenHeader = (name: string): boolean => open.has(name)

// deeper than any body; what lies below is hidden as a whole
const deepest = 64

/**
 * A parsed body of a request to a path, in which `map` made another of each text and number that is secret: by its name or
 * one above it, and in a log-in or registration by not being known as public.
 */
export const mapSecrets = (
  path: string,
  body: unknown,
  map: (value: string | number, name: string) => unknown
): unknown => {
  const opens = opensAccount(path)
  const of = (value: unknown, name: string, isBelow: boolean, depth: number): unknown => {
    if (Predicate.isString(value) || Predicate.isNumber(value))
      return isBelow || (opens && !isPublicName(name)) ? map(value, name) : value
    if (!Predicate.isObjectOrArray(value)) return value
    if (depth > deepest) return map("", name)
    return Array.isArray(value)
      ? value.map((item) => of(item, name, isBelow, depth + 1))
      : Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, of(item, key, isBelow || isSecretName(key), depth + 1)])
        )
  }
  return of(body, "", false, 0)
}

const variableOf = (name: string, path: string) => {
  const words = name
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 60)
  return `REMOTE_ASSIST_${words === "TOKEN" && path.endsWith("/auth/pat") ? "PERSONAL_ACCESS_TOKEN" : words || "SECRET"}`
}

/** Names the variable of the environment that stands for each secret of a request to a path: one of their own each. */
export const variables = (path: string): ((name: string) => string) => {
  const counts = new Map<string, number>()
  return (name) => {
    const variable = variableOf(name, path)
    const count = (counts.get(variable) ?? 0) + 1
    counts.set(variable, count)
    return count === 1 ? variable : `${variable}_${count}`
  }
}
