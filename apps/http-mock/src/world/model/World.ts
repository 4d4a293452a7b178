import * as HashMap from "effect/HashMap"
import type * as Result from "effect/Result"

import type { OptionLookup } from "../gaps/options.ts"
import type { ServiceError } from "../ServiceError.ts"
import type { User } from "../users/User.ts"
import type { Part, parts } from "./parts.ts"
import type { Settings, Mail } from "./rows.ts"

/** The state of one region: a value that transitions replace, so that a snapshot is a reference to it. */
export type World = { readonly settings: Settings } & {
  readonly [Name in keyof typeof parts]: (typeof parts)[Name] extends Part<infer Value> ? Value : never
}

/** A step of the world: the next world with an answer, or why the step is refused. */
export type TransitionResult<Answer> = Result.Result<readonly [World, Answer], ServiceError>

export interface TransitionContext {
  readonly world: World
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  readonly option: OptionLookup
}

/** Whom the user token of a request belongs to, with the user where it is a user's. */
export interface Principal {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
  readonly user: User | undefined
}

export interface CallerContext extends TransitionContext {
  readonly caller: User
}

/** Of a transition that whoever has a permission of the administration makes. */
export interface AdministrationContext extends TransitionContext {
  readonly principal: Principal
}

const mostMails = 1000

/** Puts an e-mail into the outbox, which drops the oldest when there are too many. */
export const sendMail = (world: World, mail: Omit<Mail, "id">): World => {
  const { mailsDropped, outbox } = world
  const id = mailsDropped + HashMap.size(outbox) + 1
  const added = HashMap.set(outbox, id, { ...mail, id })
  return HashMap.size(added) > mostMails
    ? { ...world, outbox: HashMap.remove(added, mailsDropped + 1), mailsDropped: mailsDropped + 1 }
    : { ...world, outbox: added }
}
