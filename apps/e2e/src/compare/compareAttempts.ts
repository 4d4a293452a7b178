import type { Exchange } from "../recorder/Recorder.ts"
import { stepPath } from "../runner/failureText.ts"
import type { Attempt, Outcome } from "../runner/Result.ts"
import { compareReplies, differenceOfAll, distinct, idKeyOf, keyOf, normalizer, whole } from "./answers.ts"
import type { Difference, Mismatch, Options, Position } from "./answers.ts"
import { Renaming, leafKind, leavesOf, nameOf, parseBody } from "./Leaf.ts"
import type { Leaf } from "./Leaf.ts"

/** An attempt on one of two targets. */
export interface Side {
  readonly attempt: Attempt
  /** The prefix of names that the run creates. */
  readonly prefix: string
}

export interface CompareOptions extends Pick<Options, "sameData" | "tolerance"> {
  /** Keys of differences to ignore. */
  readonly unsteady?: ReadonlySet<string>
  /** Keys of ids of B that are wrong in other scenarios. */
  readonly wrongIds?: ReadonlySet<string>
}

const pathStart = /^[^?#]*?(?=\/api(?:\/|$))/

const normalizerOf = ({ attempt: { exchanges }, prefix }: Side) =>
  normalizer(
    exchanges.map(({ request }) => pathStart.exec(request.url)?.[0] ?? ""),
    prefix
  )

/** Collects the values that an exchange sends, and their fields: numbers of other fields may be equal by chance. */
const addSent = (sent: Set<string>, exchange: Exchange | undefined, normalize: (text: string) => string) => {
  const { body, url = "" } = exchange?.request ?? {}
  const fields: ReadonlyArray<readonly [string, Leaf]> = [
    ...(URL.canParse(url) ? new URL(url).searchParams : []),
    ...leavesOf(parseBody(body)).map(([path, leaf]) => [nameOf(path), leaf] as const)
  ]
  for (const [name, value] of fields) {
    if (value !== "") sent.add(`${name}=${value}`)
    if (typeof value === "string" && value !== "") sent.add(normalize(value))
  }
}

const sentText = ({ request: { body = "", url } }: Exchange) => `${url} ${body}`

/** The parts of an exchange by which it is paired. */
interface Seen {
  readonly exchange: Exchange
  /** Such as `EnterpriseUsers.list`, or method and path if it is unknown. */
  readonly operation: string
  /** The step, query and body without values that differ from run to run. */
  readonly request: string
  /** Whether it failed and the same request was sent again. */
  readonly isRetried: boolean
}

const isOfSameOperation = (one: Seen, other: Seen) => one.operation === other.operation

const isLike = (one: Seen, other: Seen) => isOfSameOperation(one, other) && one.request === other.request

// a retry on one side must not shift the pairs after it
const isAsFinal = (fits: typeof isLike) => (one: Seen, other: Seen) =>
  one.isRetried === other.isRetried && fits(one, other)

/** Pairs each exchange with the first equal one, otherwise with the first one of its operation. */
const pairExchanges = (a: ReadonlyArray<Seen>, b: ReadonlyArray<Seen>) => {
  const partners = new Map<Seen, Seen>()
  const unpaired = new Set(b)
  for (const fits of [isAsFinal(isLike), isAsFinal(isOfSameOperation), isOfSameOperation])
    for (const one of a) {
      const other = partners.has(one) ? undefined : [...unpaired].find((other) => fits(one, other))
      if (other !== undefined && unpaired.delete(other)) partners.set(one, other)
    }
  return [
    ...a.map((one) => ({ operation: one.operation, a: one.exchange, b: partners.get(one)?.exchange })),
    ...Array.from(unpaired, (one) => ({ operation: one.operation, a: undefined, b: one.exchange }))
  ]
}

/** Whether an exchange failed for a reason that may pass, and a later one of its step is the same request. */
const isRetried = (exchange: Exchange, all: ReadonlyArray<Exchange>) => {
  const { answer, id, lost, request, step } = exchange
  const isFailed = lost !== undefined || answer?.status === 429 || (answer?.status ?? 0) >= 500
  const isSame = (other: Exchange) =>
    other.id > id &&
    other.step === step &&
    other.request.method === request.method &&
    sentText(other) === sentText(exchange)
  return isFailed && all.some(isSame)
}

const seenBy = (side: Side, normalize: (text: string) => string): ReadonlyArray<Seen> =>
  side.attempt.exchanges.map((exchange) => {
    const { body = "", method, url } = exchange.request
    const step = stepPath(side.attempt, exchange.step).join(" › ")
    return {
      exchange,
      operation: exchange.operation ?? `${method} ${normalize(url).replace(/^<base>|\?.*$/g, "")}`,
      request: normalize(`${step} ${url.replace(/^[^?]*/, "")} ${body}`)
        .replaceAll(/e2e-run-\w+/gi, "e2e-run")
        .replaceAll(/\d+/g, "#"),
      isRetried: isRetried(exchange, side.attempt.exchanges)
    }
  })

/** Masked secrets share a space, as do the ids in a field of the answers of a group. */
const spaceIn =
  (group: string) =>
  ({ around, name }: Position, value: Leaf) => {
    if (leafKind(name, value) !== "identity") return undefined
    return typeof value === "string" && value.startsWith("<") ? "secret" : `${group} ${around} ${name}`
  }

const outcomeText = (outcome: Outcome, normalize: (text: string) => string) =>
  outcome._tag === "Failed" ? `failed: ${normalize(outcome.failure.message)}` : "passed"

/** The id of the last exchange before a failure ended the scenario; the clean-up follows. */
const lastExchange = ({ attempt: { outcome } }: Side) =>
  outcome._tag === "Failed" && outcome.failure.exchanges !== undefined
    ? Math.max(...outcome.failure.exchanges)
    : Infinity

/** Returns the differences of two attempts. */
export const compareAttempts = (
  a: Side,
  b: Side,
  { sameData, tolerance, unsteady, wrongIds }: CompareOptions
): ReadonlyArray<Difference> => {
  const [normalizeA, normalizeB] = [normalizerOf(a), normalizerOf(b)]
  const [ofA, ofB] = [seenBy(a, normalizeA), seenBy(b, normalizeB)]
  const [lastA, lastB] = [lastExchange(a), lastExchange(b)]
  const renaming = new Renaming()
  const [sentA, sentB] = [new Set<string>(), new Set<string>()]
  const occurrences = new Map<string, number>()
  // whether the attempts sent other requests, and whether a difference explains that
  let isDiverged = false
  let isExplained = false
  const consequence = (one: Mismatch, isAfterEnd: boolean) => {
    isDiverged ||= one.kind === "request"
    const isConsequence = isExplained && (isDiverged || isAfterEnd || one.kind === "outcome")
    isExplained = true
    return isConsequence
  }
  const differences = pairExchanges(ofA, ofB).flatMap(({ operation, ...pair }): ReadonlyArray<Difference> => {
    const occurrence = (occurrences.get(operation) ?? 0) + 1
    occurrences.set(operation, occurrence)
    addSent(sentA, pair.a, normalizeA)
    addSent(sentB, pair.b, normalizeB)
    const isMissing = pair.a === undefined || pair.b === undefined
    // lists of other data have other numbers of pages
    if (isMissing && !sameData && occurrence > 1 && operation.endsWith(".list")) return []
    if (isExplained && !isDiverged && pair.a !== undefined && pair.b !== undefined)
      isDiverged = !new Renaming(renaming).sameText(normalizeA(sentText(pair.a)), normalizeB(sentText(pair.b)))
    const mismatches =
      pair.a === undefined || pair.b === undefined
        ? [whole("request", pair.a && "sent", pair.b && "sent")]
        : compareReplies(pair.a, pair.b, {
            renaming,
            spaceOf: spaceIn(operation.replace(/\..*$/, "")),
            tolerance,
            sameData,
            isOwn: (value, name) => sentA.has(typeof value === "string" ? value : `${name}=${value}`),
            isEcho: (name, one, other) => sentA.has(`${name}=${one}`) && sentB.has(`${name}=${other}`),
            isWrong: ({ path }, b) => wrongIds?.has(idKeyOf({ operation, path, b })) === true,
            normalizeA,
            normalizeB
          })
    const status = { a: pair.a?.answer?.status, b: pair.b?.answer?.status }
    const isAfterEnd = (pair.a?.id ?? 0) > lastA || (pair.b?.id ?? 0) > lastB
    return distinct(mismatches)
      .map((mismatch) => ({ ...mismatch, operation, occurrence, status, isConsequence: false }))
      .filter((difference) => unsteady?.has(keyOf(difference)) !== true)
      .map((difference) => ({ ...difference, isConsequence: consequence(difference, isAfterEnd) }))
  })
  const [endA, endB] = [a.attempt.outcome, b.attempt.outcome]
  if (endA._tag === endB._tag) return differences
  const outcomes = whole("outcome", outcomeText(endA, normalizeA), outcomeText(endB, normalizeB))
  const end = differenceOfAll({ ...outcomes, isConsequence: isExplained })
  return unsteady?.has(keyOf(end)) === true ? differences : [...differences, end]
}
