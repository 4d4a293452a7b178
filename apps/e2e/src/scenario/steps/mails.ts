import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Target } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"

/** The newest e-mail to an address; for scenarios that need `outbox`. */
export const newestMail = (to: string) =>
  step(
    `the newest e-mail to ${to} is read`,
    Effect.flatMap(Target, ({ mails }) =>
      Effect.flatMap(mails(to), (all) => Expect.present(`an e-mail to ${to}`, all.at(-1)))
    )
  )

/** The token that the newest e-mail to an address carries. */
export const mailedToken = Effect.fnUntraced(function* (to: string) {
  const { token } = yield* newestMail(to)
  return Redacted.make(yield* Expect.present("the token of the e-mail", token))
})
