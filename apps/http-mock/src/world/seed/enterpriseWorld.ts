import * as HashMap from "effect/HashMap"

import { chosenIn } from "../gaps/Gaps.ts"
import * as Line from "../model/Line.ts"
import type { Account, Confirmation, Enterprise } from "../model/rows.ts"
import type { Settings } from "../model/Settings.ts"
import type { World } from "../model/World.ts"
import { signingKey } from "../tokens/UserToken.ts"
import * as Users from "../users/Users.ts"
import { emptyWorld, pod } from "./defaultWorld.ts"
import { everyone, onlyPod } from "./named.ts"

export type Usable = Required<Enterprise>

interface Place {
  readonly registeredIn: string
  readonly tenant: string
}

const settingsOf = ({ settings }: World, { access }: Usable, { tenant }: Place): Settings => ({
  ...settings,
  key: signingKey(settings.seed, tenant, settings.region),
  site: { id: access.id },
  choices: { ...settings.choices, "api-key.value": [access.apiKey] }
})

// draws are mixed with the line, so that no token is one of the world that it was registered in
const emptyOf = (world: World, enterprise: Usable, place: Place): World => ({
  ...emptyWorld(settingsOf(world, enterprise, place)),
  users: Users.make([], { seed: world.settings.seed, from: 0, to: 0, pods: [[everyone]] }),
  line: Line.next(world.line, place.tenant, Line.first)
})

/** The world of an enterprise in a region that it is not registered in. */
export const elsewhere = emptyOf

/** The world that an enterprise begins with, by the one that it was registered in: a pod, and its contact to be confirmed. */
export const enterpriseWorld = (world: World, enterprise: Usable, place: Place): World => {
  const { access, contactEmail, contactName, name } = enterprise
  const empty = emptyOf(world, enterprise, place)
  const { id, confirmationToken, registeredAt } = access
  const key = contactEmail.toLowerCase()
  const account: Account = {
    email: contactEmail,
    name: contactName,
    password: chosenIn(world.settings.choices, "auth.password"),
    location: "",
    title: "",
    registeredAt,
    confirmationToken
  }
  return {
    ...empty,
    settings: { ...empty.settings, enterprise: { id, name, contactEmail, registeredIn: place.registeredIn } },
    pods: [pod({ id: everyone, enterprise_id: id, name: onlyPod, default: true })],
    accounts: HashMap.make([key, account]),
    confirmations: HashMap.make<[[string, Confirmation]]>([confirmationToken, { account: key, madeAt: registeredAt }])
  }
}
