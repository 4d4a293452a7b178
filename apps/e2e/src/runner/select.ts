import type { Listed } from "./discover.ts"
import { placeOf } from "./library.ts"

/** Which part of the scenarios of several machines is this one's: `1/4`. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** What is known of the last run that was started in this folder. */
export interface LastRun {
  /** The files and folders that it was given; none where it ran those that come with the runner. */
  readonly paths: ReadonlyArray<string>
  /** The places of those that failed. */
  readonly failed: ReadonlySet<string>
}

/** Which scenarios to run; what is not set chooses all. */
export interface Selection {
  /** Parts of names; one of them must be there. */
  readonly names?: ReadonlyArray<string>
  /** Tags; one of them must be there, and none that begins with `!`. */
  readonly tags?: ReadonlyArray<string>
  /** What names or first comments must fit. */
  readonly grep?: RegExp | undefined
  /** Places of those that failed last. */
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
        (failed === undefined || failed.has(placeOf(found)))
    )
    .filter((_, index) => shard === undefined || index % shard.of === shard.index - 1)
