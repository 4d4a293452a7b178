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
