import { existsSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"

import * as Result from "effect/Result"

import { isPath, isScenarioPath, namesIn } from "../runner/discover.ts"
import { ownFolder } from "../runner/library.ts"
import { nearest } from "./nearest.ts"

/** What the arguments of a command stand for. */
export interface Places {
  /** Files and folders; none where the scenarios that come with the runner are meant. */
  readonly paths: ReadonlyArray<string>
  /** Parts of names. */
  readonly names: ReadonlyArray<string>
  /** What they might have meant besides. */
  readonly notes: ReadonlyArray<string>
}

const meant = (texts: ReadonlyArray<string>) => (texts.length === 0 ? "" : ` Did you mean ${texts.join(" or ")}?`)

const inFolder = (paths: ReadonlyArray<string>) => (paths.length === 0 ? "" : ` below ${paths.join(" or ")}`)

/** A name, the folders that it is in, and its last part. */
const partsOf = (name: string) =>
  name.split("/").flatMap((part, index, all) => [part, all.slice(0, index + 1).join("/")])

const noPath = (path: string) => {
  const folder = dirname(path)
  const beside = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  const near = nearest(join(path), beside).map((one) => (path.startsWith("./") ? `./${one}` : one))
  return `${path} is not there.${meant(near)} Files and folders are taken from the folder that the command is started in; parts of names have no ./ before them.`
}

const noName = (part: string, known: ReadonlyArray<string>, paths: ReadonlyArray<string>) =>
  `${part} chooses no scenario: none of ${known.length}${inFolder(paths)} has it in its name, and no such folder or file is here.${meant(nearest(part, known.flatMap(partsOf)))} See them all with ${["--list", ...paths].join(" ")}.`

/**
 * Reads arguments, each of which must choose something: a path by how it is written, else a part of a name, else a
 * folder or a file that is there. Without a path, names are those below the `usual` ones.
 */
export const placesOf = (
  given: ReadonlyArray<string>,
  usual: ReadonlyArray<string> = []
): Result.Result<Places, string> => {
  if (given.some((argument) => argument.trim() === ""))
    return Result.fail("An argument is empty. Leave it out to choose all scenarios.")
  const written = given.filter(isPath)
  const others = given.filter((argument) => !isPath(argument))
  const first = written.length > 0 ? written : usual
  const gone = first.find((path) => !existsSync(path))
  if (gone !== undefined) return Result.fail(noPath(gone))
  const namesBelow = (paths: ReadonlyArray<string>) => namesIn(paths.length === 0 ? [ownFolder] : paths)
  const chooses = (names: ReadonlyArray<string>, part: string) => names.some((name) => name.includes(part))
  const known = namesBelow(first)
  const places = others.filter((argument) => !chooses(known, argument) && isScenarioPath(argument))
  const names = others.filter((argument) => !places.includes(argument))
  const paths = places.length === 0 ? first : [...written, ...places]
  const all = places.length === 0 ? known : namesBelow(paths)
  const nothing = names.find((part) => !chooses(all, part))
  if (nothing !== undefined) return Result.fail(noName(nothing, all, paths))
  const empty = paths.find((path) => namesIn([path]).length === 0)
  if (empty !== undefined)
    return Result.fail(`${empty} has no scenario in it. Write one with remote-assist-e2e new --folder ${empty}.`)
  const notes = names
    .filter(isScenarioPath)
    .map((name) => `${name} is taken as a part of names. Write ./${name} for what is here under that name.`)
  return Result.succeed({ paths, names, notes })
}
