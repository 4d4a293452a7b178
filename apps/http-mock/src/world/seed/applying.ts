import { RegionName } from "@remote-assist/core/Region"
import * as Result from "effect/Result"

import type { World } from "../model/World.ts"
import { applyWorldFile } from "./applyWorldFile.ts"
import type { Misplaced } from "./applyWorldFile.ts"
import { seedWorld } from "./defaultWorld.ts"
import type { SeedOptions } from "./defaultWorld.ts"
import { UnusableWorld } from "./WorldFile.ts"
import type { WorldFile } from "./WorldFile.ts"

export { decode } from "./WorldFile.ts"

const unusable =
  (source: string) =>
  ({ index, why }: Misplaced) =>
    new UnusableWorld({ source, reason: `calls[${index}]: ${why.replace(/\.$/, "")}` })

/**
 * What makes the world that a file describes of a seeded one, by the moment at which it begins. Whether its calls fit is tried
 * at a moment: they fit at every other, as they count from the beginning.
 */
export const applying = (
  file: WorldFile,
  source: string,
  options: Omit<SeedOptions, "region" | "tenant">,
  now: number
): Result.Result<(seeded: World, begun: number) => World, UnusableWorld> =>
  Result.gen(function* () {
    const apply = applyWorldFile(file)
    const applied = (seeded: World, begun: number) => Result.mapError(apply(seeded, begun), unusable(source))
    if (file.calls !== undefined)
      for (const region of RegionName.literals)
        yield* applied(seedWorld({ ...options, region, tenant: "default" }), now)
    return (seeded, begun) => Result.getOrThrow(applied(seeded, begun))
  })
