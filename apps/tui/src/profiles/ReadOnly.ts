import type { Profile } from "./Profile.ts"

type Given = Pick<Profile["Service"], "name" | "readOnly">

interface Done {
  readonly effect: string
}

/** Whether a profile lets an action be done: one that is read-only lets those that change nothing. */
export const mayDo = ({ readOnly }: Given, { effect }: Done): boolean => readOnly === undefined || effect === "read"

/** Why an action may not be done; nothing where it may. */
export const refusal = (profile: Given, action: Done): string | undefined =>
  mayDo(profile, action) ? undefined : `Nothing was done: ${profile.readOnly}.`
