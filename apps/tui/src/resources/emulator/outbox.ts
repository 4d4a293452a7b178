import { Region, Registration } from "@remote-assist/core"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import type { Action, CopyAction } from "../../actions/Action.ts"
import { makeRowQuery } from "../../actions/Action.ts"
import { fromFacts } from "../../actions/Report.ts"
import { refuse, use } from "../../Control.ts"
import { columnMaker, fieldMaker, formatDate, formatDateUtc } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, boxPage, parseFilter, schemas } from "./box.ts"
import type { Query } from "./box.ts"
import { worldChanges } from "./snapshots.ts"

/** An e-mail that the service would have sent. Its token and link are secrets of the receiver. */
interface Mail extends Pick<Emulator.OutboxMail, "id" | "kind" | "to" | "subject"> {
  readonly at: string
  readonly token: Redacted.Redacted | undefined
  readonly link: Redacted.Redacted | undefined
  /** The world's changes after the e-mail was confirmed. */
  readonly since?: string
}

const redact = (text: string | undefined) => (text === undefined ? undefined : Redacted.make(text))

const list = (query: Query) =>
  Effect.gen(function* () {
    const { name: region } = yield* Region.Region
    const all = yield* use((client) =>
      schemas.pipe(
        Effect.flatMap(({ OutboxQuery }) => Schema.decodeUnknownEffect(OutboxQuery)({ region, ...query })),
        Effect.flatMap((query) => client.outbox.list({ query }))
      )
    )
    return all.map(({ at, id, kind, link, subject, to, token }): Mail => ({
      id,
      kind,
      to,
      subject,
      at: DateTime.formatIso(at),
      token: redact(token),
      link: redact(link)
    }))
  })

const confirm: Action<Mail> = {
  name: "outbox.confirm",
  keys: ["enter"],
  label: "confirm",
  pending: "confirming",
  effect: "reversible",
  inverse: "outbox.unconfirm",
  needless: ({ kind, token }) =>
    (kind === "confirmation" || kind === "new-email") && token !== undefined ? undefined : "has nothing to confirm",
  refused: "It was already confirmed, or a newer e-mail to that address replaced it. Confirm the newest one.",
  run: (mail) =>
    Effect.gen(function* () {
      const { kind, token } = mail
      const registration = yield* Registration.Registration
      if (token !== undefined)
        yield* kind === "confirmation" ? registration.confirm(token) : registration.confirmNewEmail(token)
      const since = yield* Effect.orElseSucceed(worldChanges, () => undefined)
      return since === undefined ? mail : { ...mail, since }
    }),
  done: "is confirmed."
}

/** Undoes a confirmation, unless the world has changed since. */
const undoConfirm: Action<Mail> = {
  name: "outbox.unconfirm",
  keys: ["-"],
  label: "undo the confirmation of",
  pending: "undoing",
  effect: "reversible",
  run: ({ since, ...mail }) =>
    Effect.gen(function* () {
      const now = yield* worldChanges
      if (since === undefined || now !== since)
        return yield* refuse("the world has changed since. The last change would be undone instead")
      yield* use((client) => client.state.undo({ payload: { count: 1 } }))
      return mail
    }),
  done: "is no longer confirmed."
}

const read = makeRowQuery<Mail>({
  name: "outbox.read",
  label: "read",
  keys: ["o"],
  pending: "reading",
  consequence: "Shows an e-mail. Its link and token are secrets of the receiver.",
  run: (mail) =>
    Effect.map(list({}), (all) => {
      const { at, id, kind, link, subject, to, token } = all.find(({ id }) => id === mail.id) ?? mail
      return fromFacts(
        subject,
        [
          ["To", to],
          ["Kind", kind],
          ["Sent", formatDateUtc(at)],
          ["Number", String(id)],
          ["Link", link],
          ["Token", token]
        ],
        { id, kind, to, at, subject, link: link ?? null, token: token ?? null }
      )
    })
})

const copyLink: CopyAction<Mail> = {
  name: "outbox.copyLink",
  keys: ["y"],
  label: "copy the link",
  what: "The link",
  text: ({ link }) => Effect.succeed(link && Redacted.value(link))
}

const [column, field] = [columnMaker<Mail>(), fieldMaker<Mail>()]

/** The e-mails that the region would have sent. */
export const outbox: Resource<Mail> = {
  name: "outbox",
  title: "Outbox",
  one: "mail",
  letter: "m",
  ...box,
  idOf: ({ id }) => id,
  nameOf: ({ id, kind, to }) => `${kind} ${id} to ${to}`,
  read: (filter, page) =>
    parseFilter(filter, ["kind", "to", "after"]).pipe(
      Effect.flatMap(list),
      Effect.map((all) => boxPage(all, page))
    ),
  filterExample: "kind=confirmation, or to=new@example.com",
  columns: [
    column("kind", "KIND", ({ kind }) => kind, [13, 0, 0]),
    column("to", "TO", ({ to }) => to, [16, 3, 1]),
    column("at", "SENT", ({ at }) => at, [16, 0, 2], { text: formatDate, tone: () => "quiet" })
  ],
  facts: [
    ["Kind", ({ kind }) => kind],
    ["To", ({ to }) => to],
    ["Subject", ({ subject }) => subject],
    ["Sent", ({ at }) => formatDateUtc(at)],
    ["Id", ({ id }) => String(id)],
    ["Link", ({ link }) => (link === undefined ? "" : "a secret of the receiver")]
  ],
  actions: [confirm],
  inverses: [undoConfirm],
  queries: [read],
  copies: [copyLink],
  fields: [
    field("id"),
    field("kind"),
    field("to"),
    field("at", undefined, ({ at }) => formatDateUtc(at)),
    field("subject")
  ],
  summary: ["id", "kind", "to", "at", "subject"],
  namedBy: "number",
  example: "1"
}
