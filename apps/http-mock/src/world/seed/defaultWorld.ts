import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import type { RegionName } from "@remote-assist/core/Region"
import * as HashMap from "effect/HashMap"
import * as Struct from "effect/Struct"

import * as Calls from "../calls/Calls.ts"
import { defaultOption, optionIn } from "../gaps/options.ts"
import type { Choices } from "../gaps/options.ts"
import { confirmationMail, newEmailMail, withAccount } from "../model/membership.ts"
import { parts } from "../model/parts.ts"
import type { Part } from "../model/parts.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import { nextBranch, rootBranch } from "../model/rows.ts"
import type { Account, OnCallGroup, Pod, Settings, Site, Enterprise } from "../model/rows.ts"
import type { World } from "../model/World.ts"
import { timestamp } from "../timestamp.ts"
import { signingKey } from "../tokens/UserToken.ts"
import { epoch } from "../users/GeneratedUser.ts"
import { enterpriseId, createdEntry } from "../users/User.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { demo, emailOf, everyone, fieldService, groups, named, newcomer, pods, onlyPod } from "./demo.ts"

interface ToEmpty extends Struct.Lambda {
  <Value>(part: Part<Value>): Value
  readonly "~lambda.out": this["~lambda.in"] extends Part<infer Value> ? Value : never
}

export const emptyWorld = (settings: Settings): World => ({
  settings,
  ...Struct.map(
    parts,
    Struct.lambda<ToEmpty>(({ empty }) => empty)
  )
})

export interface SeedOptions {
  /** The tenant; tokens work for one tenant only. */
  readonly tenant: string
  readonly region: RegionName
  readonly seed: number
  /** The number of users, including the named ones. */
  readonly users: number
  readonly calls: number
  /** The `iss` and `aud` of tokens. */
  readonly issuer: string
  readonly audience: string
  readonly site: Site
  readonly choices: Partial<Choices>
}

/** The minimum number of users in a world. */
export const namedUsers = named.length

/** The maximum number of users in a world. */
export const maxUsers = 10_000_000

const newEmail = { address: "grace.hopper@example.com", token: demo.newEmailToken }

const personalRoom = { session: "room-demo-ada", url: "https://room.example/ada" }

const extras: Readonly<Record<string, Partial<User>>> = { ada: { personalRoom }, grace: { newEmail } }

const namedUser = ({ active, name, pods, role, username }: (typeof named)[number], position: number): User => ({
  ...extras[username],
  entry: {
    ...createdEntry({
      id: Users.idAt(position),
      username,
      name,
      email: emailOf(username),
      role,
      at: timestamp(epoch),
      invited: true
    }),
    active,
    available: active,
    is_first_login: false,
    last_used_at: timestamp(epoch)
  },
  pods
})

// every fourth user is in the field service
const generatedPods = [[everyone], [everyone], [everyone], [everyone, fieldService]]

const fieldServiceUsers = (users: number) => 1 + Math.floor(users / 4) - Math.floor(namedUsers / 4)

/** Returns a pod; default: without users. */
export const pod = (pod: Pick<Pod, "id" | "name"> & Partial<Pod>): Pod => ({
  enterprise_id: enterpriseId,
  description: "",
  avatar: {
    original: `https://pictures.example/pods/${pod.id}.png`,
    thumb: `https://pictures.example/pods/${pod.id}-thumb.png`
  },
  default: false,
  user_count: 0,
  admin_count: 0,
  subpods: [],
  admins: [],
  ...pod
})

export const onCallGroup = (
  id: number,
  name: string,
  description = `${name} experts on call`,
  members: OnCallGroup["members"] = []
): OnCallGroup => ({
  avatar: "",
  description,
  enterprise_id: enterpriseId,
  id: OnCallGroupId.make(id),
  name,
  on_call_group: true,
  members
})

/** Returns the default world, with generated users up to `users`, in constant time. */
export const seedWorld = (options: SeedOptions): World => {
  const { calls, region, seed, tenant, users } = options
  const ada = Users.idAt(0)
  const grace = Users.idAt(1)
  const pending: Account = {
    email: newcomer,
    name: "New Comer",
    password: demo.password,
    location: "",
    title: "",
    registeredAt: epoch,
    confirmationToken: demo.confirmationToken
  }
  const settings = Struct.pick(options, ["region", "seed", "issuer", "audience", "site", "choices"])
  const empty = emptyWorld({ ...settings, key: signingKey(seed, tenant, region) })
  const world: World = {
    ...withAccount(PersonalAccessTokens.addSeeded(empty, ada, demo.personalAccessToken, "Demo"), pending),
    users: Users.make(named.map(namedUser), {
      seed,
      from: namedUsers,
      to: users,
      pods: generatedPods
    }),
    pods: [
      pod({
        id: everyone,
        name: pods.everyone,
        default: true,
        user_count: users,
        admin_count: 1,
        admins: [{ id: ada }]
      }),
      pod({ id: fieldService, name: pods.fieldService, user_count: fieldServiceUsers(users) })
    ],
    calls: Calls.make({ seed, size: calls, users }),
    onCallGroups: groups.map(({ members, name }, index) =>
      onCallGroup(11 + index, name, undefined, members.map(Users.idAt))
    ),
    favorites: HashMap.make([ada, [OnCallGroupId.make(11)]]),
    aliases: HashMap.make([demo.aliasRefreshToken, ada]),
    inviteUrls: HashMap.make([demo.inviteUrl, grace])
  }
  const confirmations = HashMap.set(world.confirmations, newEmail.token, { user: grace })
  const mailed = confirmationMail({ ...world, confirmations }, pending, epoch)
  return newEmailMail(mailed, newEmail.address, newEmail.token, epoch)
}

/** The default lifetime of a token, in seconds. */
export const defaultTokenLife = defaultOption("token.life")

export type UsableEnterprise = Required<Enterprise>

interface Location {
  readonly registeredIn: string
  readonly tenant: string
}

const settingsOf = ({ settings }: World, { access }: UsableEnterprise, { tenant }: Location): Settings => ({
  ...settings,
  key: signingKey(settings.seed, tenant, settings.region),
  site: { id: access.id },
  choices: { ...settings.choices, "api-key.value": [access.apiKey] }
})

/** Returns the world of an enterprise in a region in which it is not registered. */
// the branch makes random values differ from those of the world of the registration
export const emptyEnterpriseWorld = (world: World, enterprise: UsableEnterprise, location: Location): World => ({
  ...emptyWorld(settingsOf(world, enterprise, location)),
  users: Users.make([], { seed: world.settings.seed, from: 0, to: 0, pods: [[everyone]] }),
  line: nextBranch(world.line, location.tenant, rootBranch)
})

/** Returns the initial world of an enterprise in the region of its registration: a pod, and an unconfirmed contact. */
export const enterpriseWorld = (world: World, enterprise: UsableEnterprise, location: Location): World => {
  const { access, contactEmail, contactName, name } = enterprise
  const empty = emptyEnterpriseWorld(world, enterprise, location)
  const { id, confirmationToken, registeredAt } = access
  const account: Account = {
    email: contactEmail,
    name: contactName,
    password: optionIn(world.settings.choices, "auth.password"),
    location: "",
    title: "",
    registeredAt,
    confirmationToken
  }
  return {
    ...withAccount(empty, account, { madeAt: registeredAt }),
    settings: { ...empty.settings, enterprise: { id, name, contactEmail, registeredIn: location.registeredIn } },
    pods: [pod({ id: everyone, enterprise_id: id, name: onlyPod, default: true })]
  }
}
