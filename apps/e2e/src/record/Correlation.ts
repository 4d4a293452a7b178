import type { Demo } from "@remote-assist/http-mock"
import * as Predicate from "effect/Predicate"

import { Named } from "../code/Script.ts"
import type { Constant, Mails } from "../code/Script.ts"
import { secretFields } from "../code/signatures.ts"
import { isFields, isList } from "../code/Value.ts"
import type { Fields, Input, Value } from "../code/Value.ts"
import { Constants } from "./Constants.ts"
import type { Given } from "./Constants.ts"
import type { SentMail } from "./Recorded.ts"
import { kindsOf } from "./sources.ts"
import type { Source } from "./sources.ts"

const colleague = "linus@example.com"

const knownOf = (demo: Demo) => {
  const open = (name: string) => new Named({ name, secret: false })
  const secret = (name: string) => new Named({ name, secret: true })
  return new Map<string, Named>([
    [`secret ${demo.password}`, secret("target.administrator.password")],
    [`secret ${demo.personalAccessToken}`, secret("target.personalAccessToken")],
    [`secret ${demo.inviteUrl}`, open("demo.inviteUrl")],
    [`secret ${demo.aliasRefreshToken}`, open("demo.aliasRefreshToken")],
    [`secret ${demo.confirmationToken}`, open("demo.confirmationToken")],
    [`secret ${demo.newEmailToken}`, open("demo.newEmailToken")],
    [`email ${demo.email}`, open("target.administrator.email")],
    [`email ${colleague}`, open("target.colleague.email")]
  ])
}

/** What a request carried that a scenario has by a name: from its target, an earlier answer or an e-mail, or made up anew. */
export class Correlation {
  /** Secrets that came from nowhere in the recording. */
  readonly invented: Array<Constant> = []
  readonly #constants = new Constants()
  readonly #known: ReadonlyMap<string, Named>
  readonly #mails: ReadonlyArray<SentMail>
  readonly #sources = new Map<string, Array<Source>>()

  constructor(demo: Demo, mails: ReadonlyArray<SentMail>) {
    this.#known = knownOf(demo)
    this.#mails = mails
  }

  /** Notes what an answer gave. */
  add(sources: ReadonlyArray<Source>): void {
    for (const source of sources) {
      const value = String(source.value)
      const same = this.#sources.get(value)
      if (same === undefined) this.#sources.set(value, [source])
      else same.push(source)
    }
  }

  /** The constants made from the answer of a request, counted from 0. */
  givenBy(index: number): ReadonlyArray<Given> {
    return this.#constants.givenBy(index)
  }

  /** What an earlier answer gave that a field may carry. */
  given(field: string, value: string | number): Named | undefined {
    const source = this.#sources.get(String(value))?.find(({ kind }) => kindsOf[field]?.includes(kind) === true)
    return source && new Named(this.#constants.of(source))
  }

  /** What a request carried; the e-mails that have to be read for it are added to `before`. */
  inputOf({ params, payload, query }: Input<never>, before: Array<Mails>): Input<Named> {
    return {
      ...(params && { params: this.#fieldsOf(params, before) }),
      ...(query && { query: this.#fieldsOf(query, before) }),
      ...(payload && { payload: this.#fieldsOf(payload, before) })
    }
  }

  #fieldsOf(fields: Fields<never>, before: Array<Mails>): Fields<Named> {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, this.#valueOf(name, value, before)]))
  }

  #valueOf(field: string, value: Value<never>, before: Array<Mails>): Value<Named> {
    if (isList(value)) return value.map((item) => this.#valueOf(field, item, before))
    if (isFields(value)) return this.#fieldsOf(value, before)
    return this.#atomOf(field, value, before)
  }

  #atomOf(field: string, value: string | number | boolean | null, before: Array<Mails>): Value<Named> {
    if (!Predicate.isString(value) && !Predicate.isNumber(value)) return value
    const isSecret = secretFields.has(field) || field === "link_url"
    const known = this.#known.get(`${isSecret ? "secret" : field} ${value}`) ?? this.given(field, value)
    if (known !== undefined) return known
    if (field === "filter" && Predicate.isString(value) && value.startsWith("email=")) {
      const address = this.#atomOf("email", value.slice("email=".length), before)
      return address instanceof Named ? new Named(address.constant, "email=") : value
    }
    return isSecret ? (this.#mailed(String(value), before) ?? this.#made(field, value)) : value
  }

  #mailed(token: string, before: Array<Mails>): Named | undefined {
    const mail = this.#mails.find((one) => one.token === token)
    if (mail === undefined) return undefined
    const index = this.#mails.filter(({ to }) => to === mail.to).indexOf(mail)
    const constant = this.#constants.once(`mail ${token}`, "confirmation", false, (made) =>
      before.push({
        _tag: "Mails",
        title: `the e-mails to ${mail.to}`,
        to: mail.to,
        gives: [{ constant: made, path: [index, "token"] }],
        expects: []
      })
    )
    return new Named(constant)
  }

  #made(field: string, value: string | number): Named {
    return new Named(
      this.#constants.once(`secret ${value}`, `made up ${field.replaceAll("_", " ")}`, false, (made) =>
        this.invented.push(made)
      )
    )
  }
}
