import type { Exchange } from "../recorder/Recorder.ts"
import type { Pair } from "./align.ts"
import { compareAnswers, leavesOf } from "./answers.ts"
import type { Comparing } from "./answers.ts"
import type { Mismatch } from "./Difference.ts"
import { readBody } from "./Side.ts"

type Settle = (text: string) => string

/** What exchanges are compared with; texts are settled first. */
export interface ComparingExchanges extends Omit<Comparing, "isError"> {
  readonly settleA: Settle
  readonly settleB: Settle
}

const contentType = ({ answer }: Exchange) =>
  answer === undefined || answer.body === ""
    ? undefined
    : (answer.headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase()

/** A mismatch of something as a whole. */
export const whole = (kind: Mismatch["kind"], a: Mismatch["a"], b: Mismatch["b"]): Mismatch => ({
  kind,
  path: "",
  a,
  b,
  leaves: 1
})

/** Where two answers to the same request differ, or a request that one target alone had. */
export const compareExchanges = (
  { a, b }: Pair,
  { settleA, settleB, ...comparing }: ComparingExchanges
): ReadonlyArray<Mismatch> => {
  if (a === undefined || b === undefined) return [whole("request", a && "sent", b && "sent")]
  if (a.answer === undefined || b.answer === undefined) {
    const [lostA, lostB] = [a, b].map(({ answer, lost }) => answer?.status ?? `no answer: ${lost}`)
    return a.answer === b.answer ? [] : [whole("no answer", lostA, lostB)]
  }
  const [bodyA, bodyB] = [readBody(settleA(a.answer.body)), readBody(settleB(b.answer.body))]
  if (a.answer.status !== b.answer.status) return [whole("status", bodyA, bodyB)]
  const [typeA, typeB] = [contentType(a), contentType(b)]
  const isOther = typeA !== undefined && typeB !== undefined && typeA !== typeB
  return [
    ...(isOther ? [whole("content type", typeA, typeB)] : []),
    ...compareAnswers(bodyA, bodyB, { ...comparing, isError: a.answer.status >= 400 })
  ]
}

/** How far apart two answers are that differ in so many leaves: 0 where they are alike, more for a status than for a field. */
export const distanceOf = ({ a, b }: Pair, mismatches: ReadonlyArray<Mismatch>): number => {
  if (mismatches.length === 0) return 0
  if (a === undefined || b === undefined) return 3
  if (mismatches.some(({ kind }) => kind === "status" || kind === "no answer")) return 2
  const leaves = mismatches.reduce((sum, { leaves }) => sum + leaves, 0)
  return Math.min(1.9, leaves / Math.max(1, leavesOf(readBody(a.answer?.body)), leavesOf(readBody(b.answer?.body))))
}
