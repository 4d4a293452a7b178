import * as Flag from "effect/cli/Flag"

import { isShape, shapes } from "../../world/calls/Calls.ts"
import { nearestShape } from "../../world/calls/generated/nearestShape.ts"
import { defaults } from "./defaults.ts"
import { bounds, seedOf, sizesOf } from "./seedText.ts"
import type { Seed } from "./seedText.ts"

const { calls, users } = bounds

const sizesAccepted = `users=N with N from ${users.least} to ${users.most}, calls=N with N from ${calls.least} to ${calls.most}, shape=${shapes.join(" or ")}, or several, as in --seed users=1000,calls=20000,shape=workday`

/** What sizes take instead of a text that says none. */
const acceptedFor = (text: string): string => {
  const [, name] = /(?:^|,)\s*shape=([^,]*)/.exec(text) ?? []
  return name === undefined || name.trim() === "" || isShape(name.trim())
    ? sizesAccepted
    : `shape=${nearestShape(name.trim())}, as there is no shape ${name.trim()}`
}

/** How many users and calls the world has. */
export const sizes = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N,shape=workday"),
  Flag.withDescription(
    "Size of the world: users=100000,calls=5000 has that many, the named ones included; shape=workday has calls as on working days of all users"
  ),
  Flag.filterMap(sizesOf, acceptedFor),
  Flag.withDefault(defaults.seed.sizes)
)

/** What `--seed` takes instead of a text, in words. */
export const seedAccepts = (text: string): string => `${acceptedFor(text)}, or a file whose name ends with .json`

export const seed = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N,shape=workday|file.json"),
  Flag.withDescription(
    `What the world has: users=100000,calls=5000 has that many, the named ones included; shape=workday has calls as on working days of all users; a JSON file lists it; users=${defaults.seed.sizes.users},calls=${defaults.seed.sizes.calls} unless given`
  ),
  Flag.filterMap(seedOf, seedAccepts),
  Flag.withDefault<Seed>(defaults.seed)
)
