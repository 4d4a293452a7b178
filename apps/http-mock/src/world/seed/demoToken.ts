import * as HashMap from "effect/HashMap"

import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import type { World } from "../model/World.ts"
import { administrator } from "../users/roles.ts"
import type { User } from "../users/User.ts"
import { demo } from "./demo.ts"

const firstAdministrator = ({ users }: World): User | undefined =>
  HashMap.reduce(users.rows, undefined, (first: User | undefined, user) => {
    const { active, id, role_id } = user.entry
    if (!active || role_id !== administrator.id) return first
    return first === undefined || id < first.entry.id ? user : first
  })

/** The administrator that the emulator prints has a token that works: that of the demo, unless the file gives one. */
export const withDemoToken = (world: World): World => {
  const owner = firstAdministrator(world)?.entry.id
  if (owner === undefined || HashMap.has(world.personalAccessTokenIds, demo.personalAccessToken)) return world
  if (HashMap.some(world.personalAccessTokens, ({ userId }) => userId === owner)) return world
  return PersonalAccessTokens.add(world, {
    id: PersonalAccessTokens.nextId(world),
    userId: owner,
    description: "Demo",
    token: demo.personalAccessToken
  })
}
