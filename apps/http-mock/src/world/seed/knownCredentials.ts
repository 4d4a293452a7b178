import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { chosenIn } from "../gaps/Gaps.ts"
import type { World } from "../model/World.ts"
import { administrator } from "../users/roles.ts"
import * as Users from "../users/Users.ts"
import { demo } from "./named.ts"

/** What is known of a world, by what it is for. */
export type Demo = Readonly<Record<keyof typeof demo, string>>

/** The first administrator who can log in, where the one of the default world is not there. */
const administratorOf = ({ personalAccessTokens, settings, users }: World): Partial<Demo> => {
  if (Option.isSome(Users.byEmail(users, demo.email))) return {}
  const found = [...HashMap.values(users.rows)]
    .toSorted((one, other) => one.entry.id - other.entry.id)
    .find(({ entry }) => entry.active && entry.role_id === administrator.id)
  // that of a registered enterprise may be unconfirmed
  if (found === undefined) return settings.enterprise === undefined ? {} : { email: settings.enterprise.contactEmail }
  const { entry, password = chosenIn(settings.choices, "auth.password") } = found
  const token = [...HashMap.values(personalAccessTokens)].find(({ userId }) => userId === entry.id)?.token
  return { email: entry.email, password, ...(token === undefined ? {} : { personalAccessToken: token }) }
}

/** What is known of a world before anything happens in it. */
export const demoOf = (world: World): Demo => ({
  ...demo,
  apiKey: chosenIn(world.settings.choices, "api-key.value")[0] ?? demo.apiKey,
  password: chosenIn(world.settings.choices, "auth.password"),
  ...administratorOf(world)
})
