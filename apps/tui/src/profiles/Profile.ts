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

/** Returns why a profile does not permit an action, or `undefined`. A read-only profile permits actions that only read. */
export const readOnlyMessage = (
  { readOnly }: Pick<Profile["Service"], "readOnly">,
  { effect }: { readonly effect: string }
): string | undefined => (readOnly === undefined || effect === "read" ? undefined : `Nothing was done: ${readOnly}.`)
