import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { Copy } from "../../../actions/Copy.ts"
import * as Inquiry from "../../../actions/Inquiry.ts"
import * as Report from "../../../actions/Report.ts"
import { moments } from "../../texts.ts"
import type { Mail } from "./Mail.ts"
import * as Mails from "./Mail.ts"

const read = Inquiry.ofRow<Mail>({
  name: "outbox.read",
  label: "read",
  keys: ["o"],
  pending: "reading",
  consequence: "All that is known of an e-mail. What its link carries is a secret of whom it is for.",
  run: (given) =>
    Effect.map(Mails.list([]), (all) => {
      const mail = all.find(({ id }) => id === given.id) ?? given
      const { at, id, kind, link, subject, to, token } = mail
      return Report.ofFacts(
        subject,
        [
          ["To", to],
          ["Kind", kind],
          ["Sent", moments(at)],
          ["Number", String(id)],
          ["Link", link],
          ["Token", token]
        ],
        { id, kind, to, at, subject, link: link ?? null, token: token ?? null }
      )
    })
})

export const inquiries: ReadonlyArray<Inquiry.Inquiry<Mail>> = [read]

const copyLink: Copy<Mail> = {
  name: "outbox.copyLink",
  keys: ["y"],
  label: "copy the link",
  what: "The link",
  text: ({ link }) => Effect.succeed(link && Redacted.value(link))
}

export const copies: ReadonlyArray<Copy<Mail>> = [copyLink]
