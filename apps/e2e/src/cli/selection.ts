import { existsSync } from "node:fs"
import { basename } from "node:path"

import type * as Settings from "@remote-assist/cli/Settings"
import { didYouMean, disjunction } from "@remote-assist/core/Text"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import * as Discovery from "../runner/discovery.ts"
import { formatCommand } from "../runner/failureText.ts"
import { UsageError, usageError } from "../targets/Target.ts"
import type { Run } from "./flags.ts"

/** Refuses flags that have an effect only on a live region. */
export const checkLiveFlags = (
  targets: ReadonlyArray<string>,
  { allowDestructive, config, region }: Settings.Sources & Partial<Pick<Run, "allowDestructive">>
): Effect.Effect<void, UsageError> => {
  const flags = {
    "--region": Option.isSome(region),
    "--config": Option.isSome(config),
    "--allow-destructive": allowDestructive
  }
  const [flag] = Object.entries(flags).find(([, isSet]) => isSet === true && !targets.includes("live")) ?? []
  return flag === undefined
    ? Effect.void
    : usageError(`${flag} has an effect only on a live region. Leave it out, or give live as the target.`)
}

/** The arguments and flags that select scenarios. */
type Selection = Pick<Run, "names" | "tag">

/**
 * Separates arguments into paths and parts of names. An argument that does not look like a path is a part of a name if a name
 * contains it, otherwise a path. Each must match a scenario. Without a path, the names are those of the built-in scenarios.
 */
export const parseNames = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  if (names.some((argument) => argument.trim() === ""))
    return yield* usageError("An argument is empty. Leave it out to select all scenarios.")
  const explicitPaths = names.filter(Discovery.isPath)
  const missing = explicitPaths.find((path) => !existsSync(path))
  if (missing !== undefined)
    return yield* usageError(
      `${missing} does not exist.${Discovery.pathSuggestion(missing)} Paths start from the current folder; parts of names have no ./ before them.`
    )
  const known = Discovery.scenarioNames(explicitPaths.length === 0 ? [Discovery.builtInFolder] : explicitPaths)
  const matches = (part: string) => (name: string) => name.includes(part)
  const others = names.filter((argument) => !Discovery.isPath(argument))
  const folders = others.filter((argument) => !known.some(matches(argument)) && Discovery.isScenarioPath(argument))
  const parts = others.filter((argument) => !folders.includes(argument))
  const paths = [...explicitPaths, ...folders]
  const all = folders.length === 0 ? known : Discovery.scenarioNames(paths)
  const unknown = parts.find((part) => !all.some(matches(part)))
  if (unknown !== undefined) {
    const commands = unknown === names[0] ? ["compare", "export", "fuzz", "new"] : []
    return yield* usageError(
      paths.length > 0
        ? `${unknown} matches no scenario in ${paths.join(", ")}, where names are searched.${didYouMean(unknown, commands)} Leave out the path to search the built-in ones.`
        : `${unknown} matches no scenario, folder or file.${Discovery.suggestion(unknown, [...commands, ...all]) || Discovery.suggestion(basename(unknown), all)} List them with --list.`
    )
  }
  const empty = paths.find((path) => Discovery.scenarioNames([path]).length === 0)
  if (empty !== undefined)
    return yield* usageError(
      `${empty} has no scenarios. Write one with ${formatCommand("new", "users/my-case", "--folder", empty)}`
    )
  for (const part of parts.filter(Discovery.isScenarioPath))
    yield* Console.error(`${part} is read as a part of names. Write ./${part} for the folder or file.`)
  return { paths, parts }
})

/** Refuses a `--tag` without a name, such as an empty shell variable. */
export const checkTags = (tags: ReadonlyArray<string>): Effect.Effect<void, UsageError> =>
  tags.some((tag) => tag === "" || tag === "!") ? usageError("--tag needs a name.") : Effect.void

/** The error if no scenario matches; `known` are the tags of all scenarios. */
export const nothingSelected = (tags: ReadonlyArray<string>, known: ReadonlyArray<string>): UsageError => {
  const hint = tags.flatMap((tag) => (known.includes(tag) ? [] : [didYouMean(tag, known)])).join("")
  return new UsageError({
    message: `No scenario matches${tags.length === 0 ? "" : ` the tag ${disjunction(tags)}`}.${hint} List them with --list.`
  })
}

/** Loads the scenarios that arguments and flags select. */
export const selectScenarios = Effect.fnUntraced(function* ({ names, tag }: Selection) {
  yield* checkTags(tag)
  const { parts, paths } = yield* parseNames(names)
  yield* paths.length === 0 ? Effect.void : Discovery.shareOwnModules
  const all = yield* Discovery.discover(paths.length === 0 ? [Discovery.builtInFolder] : paths)
  const selected = all.filter(
    (one) => (parts.length === 0 || parts.some((part) => one.name.includes(part))) && Discovery.hasTags(one, tag)
  )
  return selected.length === 0 ? yield* nothingSelected(tag, all.flatMap(Discovery.tagsOf)) : selected
})

/** Loads the scenario that a name, a part of one or a file selects. A whole name precedes parts. */
export const selectOne = Effect.fnUntraced(function* (argument: string) {
  const selected = yield* selectScenarios({ names: [argument], tag: [] })
  const [only, other] = selected
  const exact = selected.find(({ name }) => name === argument) ?? (other === undefined ? only : undefined)
  const some = selected.slice(0, 5).map(({ name }) => name)
  return (
    exact ??
    (yield* usageError(
      `${argument} matches ${selected.length} scenarios: ${some.join(", ")}${selected.length > 5 ? " …" : ""}. Give the whole name.`
    ))
  )
})
