import * as Contract from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import { compareReplies, distinct, whole } from "../compare/answers.ts"
import type { Mismatch, Reply } from "../compare/answers.ts"
import { Renaming, parseBody } from "../compare/Leaf.ts"
import type { Json } from "../compare/Leaf.ts"
import { KnownValues, demoKinds, refsOf, resolve, spaceIn } from "./Command.ts"
import type { Call, Command, Duration, Entries, Request } from "./Command.ts"
import type { Side } from "./Side.ts"

/** A command and the differences of its answers; `a` is the answer of the model. */
export interface CompletedCommand {
  readonly command: Command
  readonly entries: Entries
  readonly differences: ReadonlyArray<Mismatch>
}

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

const bodyOf = ({ answer }: Reply) => parseBody(answer?.body)

const replyJson = (reply: Reply): Json => ({ status: reply.answer?.status ?? null, body: bodyOf(reply) ?? null })

const groupOf = ({ call }: Call) => Contract.byId(call).group

/** Makes a target and a model, on which the same commands run. */
export const make = Effect.fnUntraced(function* (target: Side, makeModel: Effect.Effect<Side, unknown, Scope.Scope>) {
  let model = yield* makeModel
  let renaming = new Renaming()
  const known = new KnownValues()
  const done: Array<CompletedCommand> = []
  const history: Array<Request | Duration> = []

  const [demo, other] = [yield* model.demo, yield* target.demo]
  for (const [kind, source] of demoKinds)
    known.add({ kind, source: [source], model: demo[source], target: other[source] })

  const compare = (one: Reply, other: Reply, group: string, renaming: Renaming): ReadonlyArray<Mismatch> =>
    distinct(
      compareReplies(one, other, {
        renaming,
        spaceOf: spaceIn(group),
        normalizeA: model.normalize,
        normalizeB: target.normalize,
        tolerance: 0,
        sameData: true,
        isOwn: () => true,
        isEcho: () => false
      })
    ).map((mismatch) =>
      mismatch.kind === "status" ? { ...mismatch, a: replyJson(one), b: replyJson(other) } : mismatch
    )

  /** Sends calls concurrently. Their outcomes must match those of some order on the model. */
  const together = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>, entries: Entries) {
    const sent = yield* Effect.forEach(
      calls,
      (call) =>
        Effect.map(target.call(resolve(call, entries, "target")), (reply) => ({
          group: groupOf(call),
          request: resolve(call, entries, "model"),
          reply
        })),
      { concurrency: "unbounded" }
    )
    const outcomes = new Map<string, Json>()
    for (const order of permutations(sent)) {
      // replays the history on a new model
      const replica = yield* makeModel
      for (const act of history) yield* typeof act === "string" ? replica.advance(act) : replica.call(act)
      const renamed = new Renaming(renaming)
      const replies = yield* Effect.forEach(order, (one) =>
        Effect.map(replica.call(one.request), (reply) => ({ one, reply }))
      )
      if (replies.every(({ one, reply }) => compare(reply, one.reply, one.group, renamed).length === 0)) {
        model = replica
        renaming = renamed
        history.push(...order.map(({ request }) => request))
        return []
      }
      const outcome = replies.toSorted((a, b) => sent.indexOf(a.one) - sent.indexOf(b.one))
      const bodies = outcome.map(({ reply }) => replyJson(reply))
      outcomes.set(JSON.stringify(bodies), bodies)
    }
    const answers = sent.map(({ reply }) => replyJson(reply))
    return [whole("order", [...outcomes.values()], answers)]
  })

  const differencesOf = Effect.fnUntraced(function* (command: Command, entries: Entries) {
    if ("together" in command) return yield* together(command.together, entries)
    if ("advance" in command) {
      history.push(command.advance)
      return yield* Effect.as(Effect.andThen(target.advance(command.advance), model.advance(command.advance)), [])
    }
    const send = (side: Side, name: "model" | "target") =>
      "mails" in command
        ? side.mails(String(entries.get(command.mails)?.[name]))
        : side.call(resolve(command, entries, name))
    const [one, other] = [yield* send(model, "model"), yield* send(target, "target")]
    if ("call" in command) history.push(resolve(command, entries, "model"))
    const group = "call" in command ? groupOf(command) : "Mails"
    const differences = compare(one, other, group, renaming)
    if (one.answer !== undefined && one.answer.status < 400)
      known.addAll(group, command.uid, bodyOf(one), bodyOf(other))
    return differences
  })

  const differs = () => done.some(({ differences }) => differences.length > 0)

  return {
    done,
    differs,
    /** Runs a command on both and compares, unless they differ already or lack a value. Returns whether it ran. */
    run: Effect.fnUntraced(function* (command: Command) {
      const entries = new Map(refsOf(command).map((ref) => [ref, known.find(ref)] as const))
      if (differs() || [...entries.values()].includes(undefined)) return false
      done.push({ command, entries, differences: yield* differencesOf(command, entries) })
      return true
    })
  }
})
