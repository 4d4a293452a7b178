import * as Flag from "effect/cli/Flag"

import { defaults } from "./defaults.ts"
import { acceptedFor, seedOf, sizesOf } from "./seedText.ts"
import type { Seed } from "./seedText.ts"

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
