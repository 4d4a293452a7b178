import type { Person, Statistics } from "./Statistics.ts"
import { highestLoss, isFine, stretchesOf, worstMinute } from "./stretches.ts"
import type { Stretch } from "./stretches.ts"
import { counted, numberText } from "./texts.ts"
import { clockOf, isOverDays, lasting } from "./times.ts"

/** More stretches than this are told by their shares. */
const mostTold = 7

const clockIn = ({ times }: Statistics) => {
  const withDay = isOverDays(times[0] ?? 0, times.at(-1) ?? 0)
  return (at: number, withSeconds = true) => clockOf(at, { withDay, withSeconds })
}

const lossText = (person: Person, from: number, to: number): string => {
  const highest = highestLoss(person, from, to)
  return highest === undefined ? "" : `${highest.media} loss up to ${numberText(highest.value)}`
}

const joined = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join(", ")

const resultText = (result: string) => (result === "" ? "no result given" : result)

/** Of one that is not fine, what was lost as well. */
const withLoss = (person: Person, said: string, { from, isGap, result, to }: Stretch) =>
  isGap || isFine(result) ? said : joined(said, lossText(person, from, to))

type Clock = ReturnType<typeof clockIn>

const inOrder = (person: Person, stretches: ReadonlyArray<Stretch>, clock: Clock): string =>
  stretches
    .map((stretch, at) => {
      const { from, isGap, result, to } = stretch
      const what = isGap ? "nothing measured" : resultText(result)
      const isLast = at === stretches.length - 1
      const isBack = isLast && !isGap && result === stretches[0]?.result
      const said = at === 0 ? what : isBack ? `then ${what}` : `${what} for ${lasting(to - from)} from ${clock(from)}`
      return withLoss(person, said, stretch)
    })
    .join("; ")

const byShare = (person: Person, stretches: ReadonlyArray<Stretch>): string => {
  const lengths = new Map<string, number>()
  for (const { from, isGap, result, to } of stretches)
    if (!isGap) lengths.set(result, (lengths.get(result) ?? 0) + to - from)
  const total = Math.max(
    1,
    [...lengths.values()].reduce((sum, length) => sum + length, 0)
  )
  const shares = [...lengths]
    .toSorted(([, one], [, other]) => other - one)
    .map(([result, length]) => `${resultText(result)} for ${Math.round((100 * length) / total)} %`)
  const gaps = stretches.filter(({ isGap }) => isGap).length
  const changes = `in ${stretches.length - gaps} stretches`
  const [first = 0, last = 0] = [stretches[0]?.from, stretches.at(-1)?.to]
  return joined(
    // words that nobody counts on, each another one
    `${shares.slice(0, 4).join(", ")}${shares.length > 4 ? `, ${shares.length - 4} other results` : ""} of the time ${changes}`,
    lossText(person, first, last),
    gaps === 0 ? "" : `${counted(gaps, "gap")} in which nothing was measured`
  )
}

const storyOf = (person: Person, clock: Clock): string => {
  const stretches = stretchesOf(person)
  const [first] = stretches
  if (first === undefined) return "nothing was measured"
  if (stretches.length > mostTold) return byShare(person, stretches)
  if (stretches.length > 1) return inOrder(person, stretches, clock)
  const said = first.result === "" ? "no result given" : `${first.result} throughout`
  return withLoss(person, said, first)
}

const worstText = (person: Person, clock: Clock): string => {
  const from = worstMinute(person)
  if (from === undefined || stretchesOf(person).length === 1) return ""
  return ` Worst minute: ${clock(from, false)}, ${lossText(person, from, from + 60_000)}.`
}

/** What of the answer is not in any chart. */
const leftOutOf = ({ bandwidth, loss }: Person): string => {
  const timeless = bandwidth.timeless + loss.timeless
  const repeated = bandwidth.repeated + loss.repeated
  return [
    timeless === 0 ? "" : ` Left out: ${counted(timeless, "point")} without a time.`,
    repeated === 0 ? "" : ` Left out: ${counted(repeated, "point")} of the same moment as a later one.`
  ].join("")
}

const told = new WeakMap<Person, string>()

/** What became of one person's connection, in sentences. */
export const personInWords = (statistics: Statistics, person: Person): string => {
  const clock = clockIn(statistics)
  const words =
    told.get(person) ?? `${person.name}: ${storyOf(person, clock)}.${worstText(person, clock)}${leftOutOf(person)}`
  told.set(person, words)
  return words
}

const known = new WeakMap<Statistics, ReadonlyArray<string>>()

/** What became of a call, a line for each person and one for what the times are in. No unit is given, so none is said. */
export const inWords = (statistics: Statistics): ReadonlyArray<string> => {
  const words =
    known.get(statistics) ??
    (statistics.people.length === 0
      ? ["Nothing was measured of this call."]
      : [...statistics.people.map((person) => personInWords(statistics, person)), "Times are in UTC."])
  known.set(statistics, words)
  return words
}
