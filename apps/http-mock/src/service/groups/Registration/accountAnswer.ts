import { Account } from "@remote-assist/core/Account"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"

import type { User } from "../../../world/users/User.ts"

const {
  available: _available,
  avatar: _avatar,
  confirmed_at: _confirmedAt,
  confirmed_email: _confirmed,
  email_confirmed: _emailConfirmed,
  enterprise_id: _enterprise,
  personal_room_session_id: _session,
  personal_room_url: _url,
  status: _status,
  token: _token,
  ...shared
} = Account.fields

const noToken = Redacted.make("")

/** A user as the confirmation of a new e-mail address answers them: every field that is described, unset texts empty. */
export const accountAnswer = ({ entry, personalRoom }: User): Account => ({
  ...Struct.pick(entry, Record.keys(shared)),
  available: String(entry.available),
  avatar: "",
  confirmed_email: entry.email_confirmed,
  personal_room_session_id: personalRoom?.session ?? "",
  personal_room_url: personalRoom?.url ?? "",
  status: String(entry.status),
  token: noToken
})

/** The account with texts that are unset left out. */
export const withoutUnset = (account: Account): Account =>
  Struct.omit(
    account,
    Record.keys(Account.fields).filter(
      (field): field is Exclude<keyof Account, "id"> => account[field] === "" || account[field] === noToken
    )
  )
