import type { Path } from "../code/Script.ts"
import type { Kind } from "./Command.ts"

const byPlace: Readonly<Record<string, Kind>> = {
  "Auth token": "token",
  "Auth refresh": "refresh token",
  "EnterpriseUsers id": "user id",
  "EnterpriseUsers email": "email",
  "EnterpriseUsers token": "token",
  "PersonalAccessTokens id": "personal access token id",
  "PersonalAccessTokens token": "personal access token",
  "Pods id": "pod id",
  "OnCallGroups id": "group id",
  "Calls session": "call id",
  "Calls token": "contact",
  "Mails token": "confirmation"
}

/** What stands at a place of an answer of a group, where it is of use to other commands. */
export const kindAt = (group: string, path: Path): Kind | undefined =>
  path.length === 0
    ? group === "Auth"
      ? "token"
      : undefined
    : group === "Pods" && path.length > 3
      ? undefined
      : byPlace[`${group} ${path.at(-1)}`]

/** Kinds whose every value is made anew; others are told by what they are. */
export const isMadeAnew = (kind: Kind): boolean =>
  kind === "token" ||
  kind === "administrator token" ||
  kind === "refresh token" ||
  kind === "personal access token" ||
  kind === "confirmation"

/** Kinds whose values are `Redacted` in answers. */
export const secretKinds: ReadonlySet<Kind> = new Set([
  "token",
  "administrator token",
  "refresh token",
  "personal access token",
  "contact"
])
