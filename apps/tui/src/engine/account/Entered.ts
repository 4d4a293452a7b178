import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

import * as Claims from "../../session/claims.ts"

/** Whom a session was entered as: in a file that programs share, another one can log in as somebody else. */
export class Entered extends Context.Service<
  Entered,
  {
    /** The subject of its token, where that tells one. */
    readonly subject: () => string | undefined
    readonly set: (subject: string | undefined) => void
    /** Whether a token is known to be of somebody else. */
    readonly isOther: (token: Redacted.Redacted) => boolean
  }
>()("@remote-assist/tui/Entered") {
  static readonly layer = Layer.sync(Entered, () => {
    let entered: string | undefined
    return Entered.of({
      subject: () => entered,
      set: (subject) => {
        entered = subject
      },
      isOther: (token) => {
        if (entered === undefined) return false
        const { sub } = Claims.of(token)
        return sub !== undefined && sub !== entered
      }
    })
  })
}
