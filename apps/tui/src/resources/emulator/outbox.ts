import { Failure, Region, Registration } from "@remote-assist/core"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { Action, CopyAction } from "../../actions/Action.ts"
import { makeRowQuery } from "../../actions/Action.ts"
import { refuse, use } from "../../Control.ts"
import type * as Problem from "../../Problem.ts"
import { formatDate, fromProperties } from "../Field.ts"
import { makeBox, reportRow, useDecoded } from "./box.ts"
import { worldChanges } from "./snapshots.ts"

/** An e-mail that the service would have sent. Its token and link are secrets of the receiver. */
interface Mail extends Emulator.OutboxMail {
  /** The world's changes after the e-mail was confirmed. */
  readonly since?: string
}

const alreadyConfirmed =
  "it was already confirmed, or a newer e-mail to that address replaced it. Confirm the newest one"

const confirm: Action<Mail> = {
  name: "outbox.confirm",
  keys: ["a"],
  label: "confirm",
  effect: "reversible",
  inverse: "outbox.unconfirm",
  needless: ({ kind, token }) =>
    (kind === "confirmation" || kind === "new-email") && token !== undefined ? undefined : "has nothing to confirm",
  run: (mail) =>
    Effect.gen(function* () {
      const token = Redacted.make(mail.token ?? "")
      const { confirm, confirmNewEmail } = yield* Registration.Registration
      const request: Effect.Effect<unknown, Problem.Failure> =
        mail.kind === "confirmation" ? confirm(token) : confirmNewEmail(token)
      yield* Effect.catchIf(request, Failure.isInvalidToken, () => refuse(alreadyConfirmed))
      const since = yield* Effect.orElseSucceed(worldChanges, () => undefined)
      return since === undefined ? mail : { ...mail, since }
    }),
  toSelf: "You then log in with the new address in place of the old one.",
  done: "is confirmed."
}

/** Undoes a confirmation, unless the world has changed since. */
const undoConfirm: Action<Mail> = {
  name: "outbox.unconfirm",
  keys: ["-"],
  label: "undo the confirmation of",
  effect: "reversible",
  run: ({ since, ...mail }) =>
    Effect.gen(function* () {
      if (since === undefined || (yield* worldChanges) !== since)
        return yield* refuse("the world has changed since. The last change would be undone instead")
      yield* use((client) => client.state.undo({ payload: { count: 1 } }))
      return mail
    }),
  done: "is no longer confirmed."
}

const properties = fromProperties<Mail>({
  id: { label: "Id" },
  kind: { label: "Kind", column: ["KIND", 13, 0, 0] },
  to: { label: "To", column: ["TO", 16, 3, 1] },
  at: {
    label: "Sent",
    column: ["SENT", 16, 0, 2],
    columnText: ({ at }) => formatDate(DateTime.formatIso(at)),
    tone: () => "quiet"
  },
  subject: { label: "Subject" }
})

const read = makeRowQuery<Mail>({
  name: "outbox.read",
  label: "read",
  keys: ["enter", "o"],
  consequence: "Shows an e-mail. Its link and token are secrets of the receiver.",
  run: (mail) => {
    const [link, token] = [mail.link, mail.token].map((text) => (text === undefined ? undefined : Redacted.make(text)))
    const facts = [["Link", link] as const, ["Token", token] as const]
    const data = { link: link ?? null, token: token ?? null }
    return Effect.succeed(reportRow(mail.subject, properties, mail, facts, data))
  }
})

const copyLink: CopyAction<Mail> = {
  name: "outbox.copyLink",
  keys: ["y"],
  label: "copy the link",
  what: "The link",
  text: ({ link }) => Effect.succeed(link)
}

/** The e-mails that the region would have sent. */
export const outbox = makeBox<Mail>({
  name: "outbox",
  title: "Outbox",
  one: "mail",
  many: "mails",
  letter: "m",
  idOf: ({ id }) => id,
  nameOf: ({ id, kind, to }) => `${kind} ${id} to ${to}`,
  owner: ({ user }) => user,
  filters: ["kind", "to", "after"],
  list: (query) =>
    Effect.flatMap(Region.Region, ({ name: region }) =>
      useDecoded("OutboxQuery", { region, ...query }, (client, query) => client.outbox.list({ query }))
    ),
  filterExample: "kind=confirmation, or to=new@example.com",
  ...properties,
  actions: [confirm],
  inverses: [undoConfirm],
  queries: [read],
  copies: [copyLink],
  summary: ["id", "kind", "to", "at", "subject"],
  namedBy: "number",
  example: "1"
})
