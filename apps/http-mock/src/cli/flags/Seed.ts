import * as Flag from "effect/cli/Flag"

import { defaults } from "./defaults.ts"
import { bounds, seedOf, sizesOf } from "./seedText.ts"
import type { Seed } from "./seedText.ts"

const { calls, users } = bounds

const sizesAccepted = `users=N with N from ${users.least} to ${users.most}, calls=N with N from ${calls.least} to ${calls.most}, or both, as in --seed users=1000,calls=20000`

/** How many users and calls the world has. */
export const sizes = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N"),
  Flag.withDescription("Size of the world: users=100000,calls=5000 has that many, including the named ones"),
  Flag.filterMap(sizesOf, () => sizesAccepted),
  Flag.withDefault(defaults.seed.sizes)
)

/** The accepted values of `--seed`, for an error message. */
export const seedAccepts = `${sizesAccepted}, or a file whose name ends with .json`

export const seed = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N|file.json"),
  Flag.withDescription(
    `Size of the world, including the named users and calls, or a JSON world file [users=${defaults.seed.sizes.users},calls=${defaults.seed.sizes.calls}]`
  ),
  Flag.filterMap(seedOf, () => seedAccepts),
  Flag.withDefault<Seed>(defaults.seed)
)
