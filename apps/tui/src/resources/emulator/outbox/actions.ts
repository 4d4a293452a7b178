import { Registration } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../../../actions/Action.ts"
import { Control } from "../../../control/Control.ts"
import { ControlRefused } from "../../../control/errors.ts"
import * as Snapshots from "../snapshots/Snapshot.ts"
import type { Mail } from "./Mail.ts"

const confirms: ReadonlySet<string> = new Set(["confirmation", "new-email"])

/** What the world differs in from its beginning, as a text to compare. */
const differences = Effect.map(Snapshots.differences(Snapshots.initial.name), (found) => JSON.stringify(found))

const confirm: Action<Mail> = {
  name: "outbox.confirm",
  keys: ["enter"],
  label: "confirm",
  pending: "confirming",
  effect: "reversible",
  inverse: "outbox.unconfirm",
  needless: ({ kind, token }) => (confirms.has(kind) && token !== undefined ? undefined : "has nothing to confirm"),
  refused:
    "It was confirmed before, or replaced by a newer mail to that address: confirm that one, trying again cannot help.",
  run: (mail) =>
    Effect.gen(function* () {
      const { kind, token } = mail
      const registration = yield* Registration.Registration
      if (token !== undefined)
        yield* kind === "confirmation" ? registration.confirm(token) : registration.confirmNewEmail(token)
      const since = yield* Effect.orElseSucceed(differences, () => undefined)
      return since === undefined ? mail : { ...mail, since }
    }),
  done: "is confirmed."
}

/** Takes a confirmation back, as long as nothing has come since. */
const unconfirm: Action<Mail> = {
  name: "outbox.unconfirm",
  keys: ["-"],
  label: "take the confirmation back of",
  pending: "taking back",
  effect: "reversible",
  run: ({ since, ...mail }) =>
    Effect.gen(function* () {
      const now = yield* differences
      if (since === undefined || now !== since)
        return yield* new ControlRefused({
          status: 409,
          detail: "the world has changed since, and that would be taken back instead"
        })
      const { ask } = yield* Control
      yield* ask({ method: "POST", path: "/undo", body: { count: 1 } }, Schema.Struct({ count: Schema.Int }))
      return mail
    }),
  done: "is not confirmed any more."
}

export const actions: ReadonlyArray<Action<Mail>> = [confirm]

export const inverses: ReadonlyArray<Action<Mail>> = [unconfirm]
