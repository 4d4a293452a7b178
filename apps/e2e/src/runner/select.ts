import type { Listed } from "./discover.ts"

/** Which part of the scenarios of several machines is this one's: `1/4`. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** Which scenarios to run; what is not set chooses all. */
export interface Selection {
  /** Parts of names; one of them must be there. */
  readonly names?: ReadonlyArray<string>
  /** Tags; one of them must be there, and none that begins with `!`. */
  readonly tags?: ReadonlyArray<string>
  /** What names or first comments must fit. */
  readonly grep?: RegExp | undefined
  /** Names of those that failed last. */
  readonly failed?: ReadonlySet<string> | undefined
  readonly shard?: Shard | undefined
}

const hasTag = (tags: ReadonlyArray<string>, asked: ReadonlyArray<string>) => {
  const wanted = asked.filter((tag) => !tag.startsWith("!"))
  const unwanted = asked.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1))
  return (
    (wanted.length === 0 || wanted.some((tag) => tags.includes(tag))) && !unwanted.some((tag) => tags.includes(tag))
  )
}

/** The tags of a scenario: those that it names, `destructive`, and the folder that it is in. */
export const tagsOf = ({ name, scenario: { destructive, tags } }: Listed): ReadonlyArray<string> => [
  ...new Set([...tags, ...(destructive ? ["destructive"] : []), ...name.split("/").slice(0, -1)])
]

/** The scenarios that a selection chooses, in their order. */
export const select = <One extends Listed>(
  all: ReadonlyArray<One>,
  { failed, grep, names = [], shard, tags = [] }: Selection
): ReadonlyArray<One> =>
  all
    .filter(
      (found) =>
        (names.length === 0 || names.some((part) => found.name.includes(part))) &&
        hasTag(tagsOf(found), tags) &&
        (grep === undefined || grep.test(found.name) || grep.test(found.about)) &&
        (failed === undefined || failed.has(found.name))
    )
    .filter((_, index) => shard === undefined || index % shard.of === shard.index - 1)
