import { existsSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { discover, isWithin, load } from "./discover.ts"
import type { BadScenario, Found, Listed } from "./discover.ts"

// beside what the package is bundled to, or in the repository
const folders = ["../scenarios", "../../scenarios"].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The folder of the scenarios that come with the runner. */
export const ownFolder: string = folders.find((folder) => existsSync(folder)) ?? folders.join(" or ")

/** What tells a scenario from all others: its file, which is the same whether it or a folder around it was asked for. */
export const placeOf = ({ file, name }: Pick<Listed, "file" | "name">): string =>
  isWithin(ownFolder, file) ? name : relative(process.cwd(), file).split(sep).join("/")

/** What the package says of its scenarios, so that those that are not run need not be loaded. */
export const Index = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      name: Schema.String,
      about: Schema.String,
      tags: Schema.Array(Schema.String),
      destructive: Schema.Boolean
    })
  )
)

export const indexName = "index.json"

const indexed = Effect.fnUntraced(function* (index: string) {
  const all = yield* Effect.orDie(Schema.decodeEffect(Index)(readFileSync(index, "utf8")))
  const listed: ReadonlyArray<Listed> = all.map(({ about, destructive, name, tags }) => ({
    name,
    file: join(ownFolder, `${name}.js`),
    about,
    scenario: { tags, destructive }
  }))
  return listed
})

/** The scenarios that come with the runner. */
export const listOwn: Effect.Effect<ReadonlyArray<Listed>, BadScenario> = Effect.gen(function* () {
  const index = join(ownFolder, indexName)
  return existsSync(index) ? yield* indexed(index) : yield* discover([ownFolder])
})

const isFound = (one: Listed): one is Found => "run" in one.scenario

/** Loads scenarios that are not yet. */
export const loadAll = (listed: ReadonlyArray<Listed>): Effect.Effect<ReadonlyArray<Found>, BadScenario> =>
  Effect.forEach(listed, (one) => (isFound(one) ? Effect.succeed(one) : load(ownFolder, one.file)), {
    concurrency: 16
  })
