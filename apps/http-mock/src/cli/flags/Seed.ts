import * as Flag from "effect/cli/Flag"

import { defaults } from "./defaults.ts"
import { accepted, seedOf, sizesOf } from "./seedText.ts"
import type { Seed } from "./seedText.ts"

/** How many users and calls the world has. */
export const sizes = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N"),
  Flag.withDescription("Size of the world: users=100000,calls=5000 has that many, the named ones included"),
  Flag.filterMap(sizesOf, () => accepted),
  Flag.withDefault(defaults.seed.sizes)
)

/** What `--seed` takes, in words. */
export const seedAccepts = `${accepted}, or a file whose name ends with .json`

export const seed = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N|file.json"),
  Flag.withDescription(
    `What the world has: users=100000,calls=5000 has that many, the named ones included; a JSON file lists it; users=${defaults.seed.sizes.users},calls=${defaults.seed.sizes.calls} unless given`
  ),
  Flag.filterMap(seedOf, () => seedAccepts),
  Flag.withDefault<Seed>(defaults.seed)
)
