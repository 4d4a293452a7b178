import * as Contract from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

import { leavesIn, mapInput } from "../code/Value.ts"
import { outcomeText } from "../scenario/Seen.ts"
import type { Outcome } from "../scenario/Seen.ts"
import type { Gone } from "../targets/Gone.ts"
import type { CallCommand, Command, Duration, Ref } from "./Command.ts"
import { compare, Names } from "./compare.ts"
import type { Difference } from "./compare.ts"
import { Known } from "./Known.ts"
import type { Entry } from "./Known.ts"
import type { Plain, Side } from "./Side.ts"

/** A command that ran, with what came of it. */
export interface Done {
  readonly command: Command
  /** What its references picked. */
  readonly entries: ReadonlyMap<Ref, Entry>
  /** What came of it on the model; none for the clock and for several at once. */
  readonly outcome: Outcome | undefined
  readonly differences: ReadonlyArray<Difference>
  /** What can come of several at once, by the order of the model. */
  readonly orders?: ReadonlyArray<ReadonlyArray<string>>
}

type Act = { readonly _tag: "Call"; readonly call: Plain } | { readonly _tag: "Advance"; readonly duration: Duration }

const refsOf = (command: Command): ReadonlyArray<Ref> => {
  if (command._tag === "Advance") return []
  if (command._tag === "Mails") return [command.to]
  if (command._tag === "Together") return command.calls.flatMap(refsOf)
  const isOfUser = takesToken(command)
  return [...leavesIn(command.input), ...(isOfUser ? [command.token] : [])]
}

/** Whether a call sends a user token. */
export const takesToken = ({ input, operation }: Pick<CallCommand, "input" | "operation">): boolean =>
  Contract.byId(operation).takesUserToken ||
  (Contract.byId(operation).group === "Tokens" && input.query?.["token"] === undefined)

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

/** The target and the model, and what ran on both. */
export class Pair {
  readonly done: Array<Done> = []
  readonly #known = new Known()
  readonly #target: Side
  readonly #isThere: Effect.Effect<void, Gone>
  readonly #fresh: Effect.Effect<Side, unknown, Scope.Scope>
  #model: Side
  #names = new Names()
  #acts: Array<Act> = []

  constructor(
    target: Side,
    model: Side,
    makeModel: Effect.Effect<Side, unknown, Scope.Scope>,
    isThere: Effect.Effect<void, Gone>
  ) {
    this.#target = target
    this.#isThere = isThere
    this.#model = model
    this.#fresh = makeModel
  }

  /** Notes what both targets know from the start. */
  readonly seed: Effect.Effect<void> = Effect.gen({ self: this }, function* () {
    const [one, other] = [this.#model.target, this.#target.target]
    const known = (kind: Entry["kind"], from: string, model: string, target: string) =>
      this.#known.add({ kind, from, model, target })
    const secret = Redacted.value
    known("administrator", "target.administrator.email", one.administrator.email, other.administrator.email)
    known("email", "target.administrator.email", one.administrator.email, other.administrator.email)
    known("email", "target.colleague.email", one.colleague.email, other.colleague.email)
    known(
      "password",
      "target.administrator.password",
      secret(one.administrator.password),
      secret(other.administrator.password)
    )
    known(
      "personal access token",
      "target.personalAccessToken",
      secret(one.personalAccessToken),
      secret(other.personalAccessToken)
    )
    const [model, target] = [yield* one.demo, yield* other.demo]
    known("invite url", "demo.inviteUrl", model.inviteUrl, target.inviteUrl)
    known("alias", "demo.aliasRefreshToken", model.aliasRefreshToken, target.aliasRefreshToken)
    known("confirmation", "demo.confirmationToken", model.confirmationToken, target.confirmationToken)
    known("confirmation", "demo.newEmailToken", model.newEmailToken, target.newEmailToken)
  })

  /** Whether they differ. */
  get differs(): boolean {
    return this.done.some(({ differences }) => differences.length > 0)
  }

  /** Whether all that a command refers to is known. */
  canRun(command: Command): boolean {
    return !this.differs && refsOf(command).every((ref) => this.#known.find(ref) !== undefined)
  }

  /** Runs a command on both, and compares. */
  run(command: Command): Effect.Effect<void, unknown, Scope.Scope> {
    const entries = new Map(
      refsOf(command).flatMap((ref) => {
        const entry = this.#known.find(ref)
        return entry === undefined ? [] : [[ref, entry] as const]
      })
    )
    if (command._tag === "Advance") return this.#advance(command, entries)
    if (command._tag === "Together") return this.#together(command, entries)
    return this.#alone(command, entries)
  }

  #advance(command: Extract<Command, { _tag: "Advance" }>, entries: Done["entries"]) {
    return Effect.gen({ self: this }, function* () {
      yield* this.#target.advance(command.duration)
      yield* this.#model.advance(command.duration)
      this.#acts.push({ _tag: "Advance", duration: command.duration })
      this.done.push({ command, entries, outcome: undefined, differences: [] })
    })
  }

  #alone(command: Exclude<Command, { _tag: "Advance" | "Together" }>, entries: Done["entries"]) {
    return Effect.gen({ self: this }, function* () {
      const act = (side: Side, by: "model" | "target") =>
        command._tag === "Mails"
          ? side.mails(atomOf(command.to, entries, by))
          : side.call(plainOf(command, entries, by))
      if (command._tag === "Call") this.#acts.push({ _tag: "Call", call: plainOf(command, entries, "model") })
      const outcome = yield* act(this.#model, "model")
      const target = yield* this.#answered(act(this.#target, "target"))
      const group = command._tag === "Call" ? Contract.byId(command.operation).group : command._tag
      const differences = compare(outcome, target, group, this.#names, command.uid)
      this.done.push({ command, entries, outcome, differences })
      this.#note(group, command.uid, outcome, target)
    })
  }

  #note(group: string, uid: number, model: Outcome, target: Outcome) {
    if (model._tag === "Answer")
      this.#known.addAll(group, uid, model.value, target._tag === "Answer" ? target.value : undefined)
  }

  #together(command: Extract<Command, { _tag: "Together" }>, entries: Done["entries"]) {
    return Effect.gen({ self: this }, function* () {
      const { calls } = command
      const targets = yield* Effect.forEach(
        calls,
        (call) => this.#answered(this.#target.call(plainOf(call, entries, "target"))),
        {
          concurrency: "unbounded"
        }
      )
      const orders: Array<ReadonlyArray<string>> = []
      for (const order of permutations(calls.map((_, index) => index))) {
        const model = yield* this.#again
        const outcomes = new Map<number, Outcome>()
        const acts: Array<Act> = []
        for (const index of order) {
          const call = calls[index]
          if (call === undefined) continue
          const plain = plainOf(call, entries, "model")
          acts.push({ _tag: "Call", call: plain })
          outcomes.set(index, yield* model.call(plain))
        }
        const names = new Names(this.#names)
        const pairs = calls.flatMap((call, index) => {
          const [one, other] = [outcomes.get(index), targets[index]]
          return one === undefined || other === undefined ? [] : [{ call, one, other }]
        })
        const differences = pairs.flatMap(({ call, one, other }) => compare(one, other, groupOf(call), names, call.uid))
        orders.push(pairs.map(({ one }) => outcomeText(one)))
        if (differences.length === 0) {
          this.#model = model
          this.#names = names
          this.#acts.push(...acts)
          this.done.push({ command, entries, outcome: undefined, differences })
          return
        }
      }
      const distinct = [...new Map(orders.map((order) => [JSON.stringify(order), order])).values()]
      const difference: Difference = {
        path: undefined,
        model: `in any order:\n${distinct.map((order) => `  ${order.join("\n  ")}`).join("\n  or\n")}`,
        target: targets.map((outcome) => `  ${outcomeText(outcome)}`).join("\n"),
        value: undefined
      }
      this.done.push({ command, entries, outcome: undefined, differences: [difference], orders: distinct })
    })
  }

  /** What the target made of a call: no answer is a difference only where it goes on answering. */
  #answered(act: Effect.Effect<Outcome>) {
    return Effect.tap(act, (outcome) =>
      outcome._tag === "Failure" && unanswered.has(outcome.kind) ? this.#isThere : Effect.void
    )
  }

  /** A model in which all happened that happened so far. */
  get #again() {
    const fresh = this.#fresh
    return Effect.gen({ self: this }, function* () {
      const model = yield* fresh
      for (const act of this.#acts) yield* act._tag === "Call" ? model.call(act.call) : model.advance(act.duration)
      return model
    })
  }
}

const unanswered = new Set(["ConnectionFailed", "TimedOut"])

const groupOf = ({ operation }: CallCommand) => Contract.byId(operation).group

const atomOf = (ref: Ref, entries: Done["entries"], side: "model" | "target"): string =>
  `${ref.before}${entries.get(ref)?.[side] ?? ""}`

const plainOf = (call: CallCommand, entries: Done["entries"], side: "model" | "target"): Plain => ({
  operation: call.operation,
  token: atomOf(call.token, entries, side),
  input: mapInput<Ref, never>(call.input, (ref) => {
    const atom = entries.get(ref)?.[side] ?? ""
    return call.operation === "PersonalAccessTokens.read" || ref.before !== "" ? `${ref.before}${atom}` : atom
  })
})
