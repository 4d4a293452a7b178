import type { Avatar } from "../Page.ts"
import type { Secret } from "../Secret.ts"
import type { Rating } from "./call.ts"

/** With whom a recent call was. */
export interface Contact {
  /** Whether the contact may log in. */
  readonly active?: boolean | null
  /** Whether it is nobody in particular. */
  readonly anonymous?: boolean | null
  /** Whether the contact can be called now. */
  readonly available?: boolean | null
  /** Whether it is a favorite of the caller. */
  readonly favorite?: boolean | null
  /** Whether it is a group. */
  readonly is_group?: boolean | null
  /** Picture of the contact. */
  readonly avatar?: Avatar | null
  /** E-mail address. */
  readonly email?: string | null
  /** Id of the contact. */
  readonly id?: number | string | null
  /** Name as others see it. */
  readonly name?: string | null
  /** Status; which there are is not described. */
  readonly status?: number | string | null
  /** A token that names the contact in an invitation. */
  readonly token?: Secret | null
  /** Name to log in with. */
  readonly username?: string | null
  /** Numbers of the enterprises. */
  readonly enterprise_ids?: ReadonlyArray<number> | null
  /** Words the contact was tagged with. */
  readonly tags?: ReadonlyArray<string> | null
}

/** Who took part in a recent call. */
export interface RecentParticipant {
  /** E-mail address. */
  readonly email?: string | null
  /** Id of the participant. */
  readonly id?: number | string | null
  /** Where the participant works. */
  readonly location?: string | null
  /** Name as others see it. */
  readonly name?: string | null
  /** What the participant does. */
  readonly title?: string | null
  /** Name to log in with. */
  readonly username?: string | null
  /** Number of the enterprise. */
  readonly enterpriseId?: number | string | null
  /** Whether it is nobody in particular. */
  readonly isAnonymous?: boolean | null
}

/** A recent call, from the caller's side. */
export interface RecentCall {
  /** With whom it was. */
  readonly contact?: Contact | null
  /** Name of whom it was with. */
  readonly contact_name?: string | null
  /** How long it took. */
  readonly duration?: number | null
  /** Whether something is attached to it. */
  readonly has_attachments?: boolean | null
  /** Whether it was with a group. */
  readonly is_group?: boolean | null
  /** Whether the caller made it. */
  readonly outgoing?: boolean | null
  /** A flag whose meaning is not described. */
  readonly status?: boolean | null
  /** Who took part. */
  readonly participants?: ReadonlyArray<RecentParticipant> | null
  /** How it was rated. */
  readonly ratings?: ReadonlyArray<Rating> | null
  /** Why it ended. */
  readonly reason?: string | null
  /** When it started. */
  readonly start_time?: string | null
  /** Words it was tagged with. */
  readonly tags?: ReadonlyArray<string> | null
}
