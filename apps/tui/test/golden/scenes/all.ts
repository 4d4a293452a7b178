import { ofCalls as calls } from "./calls.ts"
import { changes } from "./changes.ts"
import { connection } from "./connection.ts"
import { emulator } from "./emulator.ts"
import { importing } from "./importing.ts"
import { invite } from "./invite.ts"
import { lists } from "./lists.ts"
import { logIn } from "./logIn.ts"
import { oncall } from "./oncall.ts"
import { overlays } from "./overlays.ts"
import { pods } from "./pods.ts"
import { register } from "./register.ts"
import type { Scene } from "./Scene.ts"
import { session } from "./session.ts"
import { tokens } from "./tokens.ts"
import { users } from "./users.ts"

/** Every scene, by what it is of. */
export const scenes: ReadonlyArray<Scene> = [
  ...users,
  ...lists,
  ...importing,
  ...changes,
  ...session,
  ...overlays,
  ...pods,
  ...emulator,
  ...oncall,
  ...tokens,
  ...invite,
  ...connection,
  ...calls,
  ...logIn,
  ...register
]
