import * as HashMap from "effect/HashMap"

import type { OptionLookup } from "../gaps/options.ts"
import type { Checked } from "../ServiceError.ts"
import type { User } from "../users/User.ts"
import type { Part, parts } from "./parts.ts"
import type { Settings, Mail } from "./rows.ts"

/** The state of one region. It is immutable, so a snapshot is a reference. */
export type World = { readonly settings: Settings } & {
  readonly [Name in keyof typeof parts]: (typeof parts)[Name] extends Part<infer Value> ? Value : never
}

/** The result of a transition: the next world with a response, or an error. */
export type TransitionResult<Answer> = Checked<readonly [World, Answer]>

export interface TransitionContext {
  readonly world: World
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  readonly option: OptionLookup
}

/** The subject of the user token of a request, with the user if it belongs to one. */
export interface Principal {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
  readonly user: User | undefined
  /** Whether the token is from an entry of the list of users. */
  readonly hasListedToken?: boolean | undefined
}

export interface CallerContext extends TransitionContext, Pick<Principal, "hasListedToken"> {
  readonly caller: User
}

/** The context of a transition that needs a permission of the administration. */
export interface AdministrationContext extends TransitionContext {
  readonly principal: Principal
}

const maxMails = 1000

/** Returns the id of the latest e-mail, or 0. */
export const lastMail = ({ mailsDropped, outbox }: World): number => mailsDropped + HashMap.size(outbox)

/** Returns the e-mails with ids after `last`, the oldest first. */
export const mailsAfter = (world: World, last = 0): ReadonlyArray<Mail> =>
  last >= lastMail(world)
    ? []
    : HashMap.toValues(world.outbox)
        .filter(({ id }) => id > last)
        .toSorted((one, other) => one.id - other.id)

/** Adds an e-mail to the outbox. A full outbox drops the oldest e-mail. */
export const sendMail = (world: World, mail: Omit<Mail, "id">): World => {
  const { mailsDropped, outbox } = world
  const id = lastMail(world) + 1
  const added = HashMap.set(outbox, id, { ...mail, id })
  return HashMap.size(added) > maxMails
    ? { ...world, outbox: HashMap.remove(added, mailsDropped + 1), mailsDropped: mailsDropped + 1 }
    : { ...world, outbox: added }
}
