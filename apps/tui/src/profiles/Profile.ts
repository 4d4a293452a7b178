import * as Context from "effect/Context"

/** Which profile a command runs with. */
export class Profile extends Context.Service<
  Profile,
  {
    /** Nothing where the settings come from elsewhere. */
    readonly name: string | undefined
    /** Why nothing may be changed, such as `the profile live-eu is read-only`; nothing where it may. */
    readonly readOnly: string | undefined
  }
>()("@remote-assist/tui/Profile") {}

type Given = Pick<Profile["Service"], "name" | "readOnly">

interface Done {
  readonly effect: string
}

/** Whether a profile lets an action be done: one that is read-only lets those that change nothing. */
export const isAllowed = ({ readOnly }: Given, { effect }: Done): boolean => readOnly === undefined || effect === "read"

/** Why an action may not be done; nothing where it may. */
export const readOnlyMessage = (profile: Given, action: Done): string | undefined =>
  isAllowed(profile, action) ? undefined : `Nothing was done: ${profile.readOnly}.`
