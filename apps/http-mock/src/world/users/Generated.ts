import { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { PodId } from "@remote-assist/core/Pods"

import { noise } from "../prng.ts"
import { moment } from "../timestamp.ts"
import { enterpriseId, plainUser } from "./User.ts"
import type { Entry, User } from "./User.ts"

/** Users made on demand from their position: positions `from` to `to`, `to` excluded. */
export interface Generated {
  readonly seed: number
  readonly from: number
  readonly to: number
  /** Their pods, in turn: those of a position are at its remainder. */
  readonly pods: ReadonlyArray<ReadonlyArray<PodId>>
}

/** The moment the generated past ends and the world begins. */
export const epoch = Date.UTC(2026, 0, 1)

const day = 86_400_000

const firstNames =
  "Alan Barbara Claude Donald Edith Frances Gerhard Hedy Ivan Jean John Karen Katherine Kathleen Ken Kurt Leslie Margaret Marie Mary Niklaus Peter Radia Richard Robin Rosalind Sophie Stephen Tony Vera Wanda Yukihiro".split(
    " "
  )

const lastNames =
  "Allen Backus Bartik Booth Church Clarke Curie Dahl Engelbart Floyd Franklin Germain Godel Hamilton Hoare Hopper Johnson Kay Keller Kleene Knuth Lamarr Lamport Liskov Milner Perlman Rabin Ritchie Shannon Sutherland Turing Wirth".split(
    " "
  )

const titles = ["Field Technician", "Service Engineer", "Remote Expert", "Dispatcher"]

const locations = ["Austin", "Boston", "Denver", "Hamburg", "Lyon", "Oslo", "Porto", "Turin"]

const pick = (options: ReadonlyArray<string>, { seed }: Generated, position: number, salt: number) =>
  options[noise(seed, position, salt) % options.length] ?? ""

const isActive = ({ seed }: Generated, position: number) => noise(seed, position, 3) % 16 !== 0

const createdAt = ({ seed }: Generated, position: number) => epoch - day * (60 + (noise(seed, position, 4) % 700))

const lastUsedAt = ({ seed }: Generated, position: number) =>
  noise(seed, position, 5) % 8 === 0 ? undefined : epoch - (noise(seed, position, 6) % (day * 40))

const momentOf = (millis: number | undefined) => (millis === undefined ? "" : moment(millis))

/** The id of the user at position 0. */
export const firstId = 101

export const emailSuffix = "@example.com"

const idOf = (position: number) => position + firstId

const usernameOf = (users: Generated, position: number) =>
  `${pick(firstNames, users, position, 1)}.${pick(lastNames, users, position, 2)}.${idOf(position)}`.toLowerCase()

const no = () => ""
const yes = () => true

/** How each field follows from the position: a search over one field makes no other. */
export const fields: { readonly [Field in keyof Entry]-?: (users: Generated, position: number) => Entry[Field] } = {
  id: (_, position) => UserId.make(idOf(position)),
  username: usernameOf,
  name: (users, position) => `${pick(firstNames, users, position, 1)} ${pick(lastNames, users, position, 2)}`,
  email: (users, position) => `${usernameOf(users, position)}${emailSuffix}`,
  available: (users, position) => isActive(users, position) && noise(users.seed, position, 7) % 3 === 0,
  last_used_at: (users, position) => momentOf(lastUsedAt(users, position)),
  active: isActive,
  avatar: () => ({ original: null, thumb: null }),
  confirmation_sent_at: no,
  confirmed_at: (users, position) => moment(createdAt(users, position)),
  created_at: (users, position) => moment(createdAt(users, position)),
  email_confirmed: yes,
  enterprise_id: () => enterpriseId,
  first_call_at: no,
  invitation_sent_at: (users, position) => moment(createdAt(users, position)),
  is_confirmed: yes,
  is_first_login: (users, position) => lastUsedAt(users, position) === undefined,
  license: no,
  location: (users, position) => pick(locations, users, position, 8),
  manage: () => false,
  permissions: () => plainUser.permissions,
  provider: no,
  provider_uid: no,
  role_id: () => plainUser.id,
  role_name: () => plainUser.name,
  status: () => 0,
  status_message: no,
  title: (users, position) => pick(titles, users, position, 9),
  unavailable_expires_at: no,
  updated_at: (users, position) => momentOf(lastUsedAt(users, position) ?? createdAt(users, position))
}

/** The user at a position: as {@link fields}, with what several fields share made once. */
export const at = (users: Generated, position: number): User => {
  const used = lastUsedAt(users, position)
  const usedAt = momentOf(used)
  const created = fields.created_at(users, position)
  const username = fields.username(users, position)
  const entry: Entry = {
    id: fields.id(users, position),
    username,
    name: fields.name(users, position),
    email: `${username}${emailSuffix}`,
    available: fields.available(users, position),
    last_used_at: usedAt,
    active: fields.active(users, position),
    avatar: fields.avatar(users, position),
    confirmation_sent_at: fields.confirmation_sent_at(users, position),
    confirmed_at: created,
    created_at: created,
    email_confirmed: fields.email_confirmed(users, position),
    enterprise_id: fields.enterprise_id(users, position),
    first_call_at: fields.first_call_at(users, position),
    invitation_sent_at: created,
    is_confirmed: fields.is_confirmed(users, position),
    is_first_login: used === undefined,
    license: fields.license(users, position),
    location: fields.location(users, position),
    manage: fields.manage(users, position),
    permissions: fields.permissions(users, position),
    provider: fields.provider(users, position),
    provider_uid: fields.provider_uid(users, position),
    role_id: fields.role_id(users, position),
    role_name: fields.role_name(users, position),
    status: fields.status(users, position),
    status_message: fields.status_message(users, position),
    title: fields.title(users, position),
    unavailable_expires_at: fields.unavailable_expires_at(users, position),
    updated_at: used === undefined ? created : usedAt
  }
  return { entry, pods: users.pods[position % users.pods.length] ?? [] }
}

/** The position that a user name, in lower case, is generated from. */
export const positionOf = (users: Generated, username: string): number | undefined => {
  const position = Number(/\.(\d{1,9})$/.exec(username)?.[1]) - firstId
  return position >= users.from && position < users.to && usernameOf(users, position) === username
    ? position
    : undefined
}
