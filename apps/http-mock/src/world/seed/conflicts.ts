import { identity } from "effect/Function"
import * as HashMap from "effect/HashMap"

import type { World } from "../model/World.ts"
import { emailPattern } from "../users/User.ts"

export type Path = ReadonlyArray<PropertyKey>

export interface Problem {
  readonly path: Path
  readonly issue: string
}

export interface NamedPath {
  readonly path: Path
  readonly name: string
}

export const toLowerCase = (name: string) => name.toLowerCase()

const isTaken = (seen: Set<string>, name: string) => {
  const { size } = seen
  return seen.add(name).size === size
}

/** Returns a problem for each name that is taken or was before it, in any letter case. */
export const repeated = (taken: ReadonlyArray<string>, names: ReadonlyArray<NamedPath>): ReadonlyArray<Problem> => {
  const seen = new Set(taken.map(toLowerCase))
  return names
    .filter(({ name }) => isTaken(seen, name.toLowerCase()))
    .map(({ name, path }) => ({ path, issue: `${JSON.stringify(name)} exists already; use another` }))
}

/** Returns a problem for each name whose form is not that of a known one. */
export const unknown = (
  known: ReadonlyArray<string>,
  names: ReadonlyArray<NamedPath>,
  advice = `does not exist; use one of ${known.join(", ")}`,
  toForm: (name: string) => string = identity
): ReadonlyArray<Problem> => {
  const forms = new Set(known.map(toForm))
  return names
    .filter(({ name }) => !forms.has(toForm(name)))
    .map(({ name, path }) => ({ path, issue: `${JSON.stringify(name)} ${advice}` }))
}

/** Returns where the users and pods of a state contradict each other, as in a world file. */
export const findStateConflicts = ({ pods, settings: { region }, users }: World): ReadonlyArray<Problem> => {
  const rows = [...HashMap.values(users.rows)]
  const namesIn = (field: "email" | "username") =>
    rows.map(({ entry }) => ({ path: [region, "user", entry.id, field], name: entry[field] }))
  const podsIn = (field: "id" | "name") =>
    pods.map((pod) => ({ path: [region, "pod", pod.id, field], name: String(pod[field]) }))
  const memberships = rows.map(({ entry, pods }) =>
    pods.map((id) => ({ path: [region, "user", entry.id, "pods"], name: String(id) }))
  )
  const podIds = podsIn("id")
  return [
    ...repeated([], namesIn("email")),
    ...repeated([], namesIn("username")),
    ...namesIn("email")
      .filter(({ name }) => !emailPattern.test(name))
      .map(({ name, path }) => ({ path, issue: `${JSON.stringify(name)} is not an e-mail address` })),
    ...repeated([], podIds),
    ...repeated([], podsIn("name")),
    ...unknown(
      podIds.map(({ name }) => name),
      memberships.flat()
    ),
    ...memberships.flatMap((names) => repeated([], names))
  ]
}
