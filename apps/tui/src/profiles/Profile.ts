import * as Context from "effect/Context"

/** The profile of a command. */
export class Profile extends Context.Service<
  Profile,
  {
    /** Name of the profile, or `undefined` without one. */
    readonly name: string | undefined
    /** Why nothing can be changed, such as `the profile live-eu is read-only`, or `undefined`. */
    readonly readOnly: string | undefined
  }
>()("@remote-assist/tui/Profile") {}

type ReadOnly = Pick<Profile["Service"], "readOnly">

interface Effectful {
  readonly effect: string
}

/** Whether a profile permits an action. A read-only profile permits actions that only read. */
export const isAllowed = ({ readOnly }: ReadOnly, { effect }: Effectful): boolean =>
  readOnly === undefined || effect === "read"

/** Returns why a profile does not permit an action, or `undefined`. */
export const readOnlyMessage = (profile: ReadOnly, action: Effectful): string | undefined =>
  isAllowed(profile, action) ? undefined : `Nothing was done: ${profile.readOnly}.`
