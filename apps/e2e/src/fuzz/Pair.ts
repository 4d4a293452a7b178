import * as Contract from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

import { compareReplies, whole } from "../compare/answers.ts"
import type { Reply } from "../compare/answers.ts"
import { distinct } from "../compare/Difference.ts"
import type { Mismatch } from "../compare/Difference.ts"
import { readBody } from "../compare/Leaf.ts"
import type { Json } from "../compare/Leaf.ts"
import { Renaming } from "../compare/Renaming.ts"
import type { Gone } from "../targets/Gone.ts"
import { refsOf, resolve, takesToken } from "./Command.ts"
import type { Call, Command, Duration, Fields, Ref } from "./Command.ts"
import { Known, spaceIn } from "./Known.ts"
import type { Entry } from "./Known.ts"
import type { Request, Side } from "./Side.ts"

/** A command that ran, and how the target differed; `a` is what the model answered. */
export interface Done {
  readonly command: Command
  /** The values of its references. */
  readonly entries: ReadonlyMap<Ref, Entry>
  readonly differences: ReadonlyArray<Mismatch>
}

type SideName = "model" | "target"

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

const bodyOf = ({ answer }: Reply) => readBody(answer?.body)

const replyJson = (reply: Reply): Json => ({ status: reply.answer?.status ?? null, body: bodyOf(reply) ?? null })

const atomOf = (ref: Ref, entries: Done["entries"], side: SideName): Json => {
  const atom = entries.get(ref)?.[side] ?? ""
  return ref.before === "" ? atom : `${ref.before}${atom}`
}

const requestOf = (call: Call, entries: Done["entries"], side: SideName): Request => {
  const at = (ref: Ref) => atomOf(ref, entries, side)
  const fieldsOf = (fields: Fields = {}) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, resolve(value, at)]))
  return {
    operation: call.call,
    params: fieldsOf(call.params),
    query: fieldsOf(call.query),
    payload: call.payload && fieldsOf(call.payload),
    token: takesToken(call) && call.token !== undefined ? String(at(call.token)) : undefined
  }
}

/** The target and the model, and the commands that ran on both. */
export class Pair {
  readonly done: Array<Done> = []
  readonly #known = new Known()
  readonly #target: Side
  readonly #isThere: Effect.Effect<void, Gone>
  readonly #fresh: Effect.Effect<Side, unknown, Scope.Scope>
  #model: Side
  #renaming = new Renaming()
  #history: Array<Request | Duration> = []

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

  /** Adds what both targets know from the start. */
  readonly seed: Effect.Effect<void> = Effect.gen({ self: this }, function* () {
    const [one, other] = [this.#model.target, this.#target.target]
    const [demo, otherDemo] = [yield* one.demo, yield* other.demo]
    const add = (kind: Entry["kind"], source: string, model: string, target: string) =>
      this.#known.add({ kind, source, model, target })
    const secret = Redacted.value
    add("administrator", "administrator", one.administrator.email, other.administrator.email)
    add("email", "administrator.email", one.administrator.email, other.administrator.email)
    add("email", "colleague.email", one.colleague.email, other.colleague.email)
    add("password", "password", secret(one.administrator.password), secret(other.administrator.password))
    add(
      "personal access token",
      "personalAccessToken",
      secret(one.personalAccessToken),
      secret(other.personalAccessToken)
    )
    add("invite url", "inviteUrl", demo.inviteUrl, otherDemo.inviteUrl)
    add("alias", "aliasRefreshToken", demo.aliasRefreshToken, otherDemo.aliasRefreshToken)
    add("confirmation", "confirmationToken", demo.confirmationToken, otherDemo.confirmationToken)
    add("confirmation", "newEmailToken", demo.newEmailToken, otherDemo.newEmailToken)
  })

  /** Whether they differ. */
  get differs(): boolean {
    return this.done.some(({ differences }) => differences.length > 0)
  }

  /** Whether everything that a command refers to is known. */
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
    return Effect.gen({ self: this }, function* () {
      const differences = yield* this.#differences(command, entries)
      this.done.push({ command, entries, differences })
    })
  }

  #differences(
    command: Command,
    entries: Done["entries"]
  ): Effect.Effect<ReadonlyArray<Mismatch>, unknown, Scope.Scope> {
    return Effect.gen({ self: this }, function* () {
      if ("advance" in command) {
        yield* this.#target.advance(command.advance)
        yield* this.#model.advance(command.advance)
        this.#history.push(command.advance)
        return []
      }
      if ("together" in command) return yield* this.#together(command.together, entries)
      const act = (side: Side, by: SideName) =>
        "mails" in command
          ? side.mails(String(atomOf(command.mails, entries, by)))
          : side.call(requestOf(command, entries, by))
      if ("call" in command) this.#history.push(requestOf(command, entries, "model"))
      const model = yield* act(this.#model, "model")
      const target = yield* this.#answered(act(this.#target, "target"))
      const group = "call" in command ? Contract.byId(command.call).group : "Mails"
      const differences = this.#compare(model, target, group, this.#renaming)
      if (model.answer !== undefined && model.answer.status < 400)
        this.#known.addAll(group, command.uid, bodyOf(model), bodyOf(target))
      return differences
    })
  }

  #compare(model: Reply, target: Reply, group: string, renaming: Renaming): ReadonlyArray<Mismatch> {
    return distinct(
      compareReplies(model, target, {
        renaming,
        spaceOf: spaceIn(group),
        normaliseA: this.#model.normalise,
        normaliseB: this.#target.normalise,
        tolerance: 0,
        sameData: true,
        isOwn: () => true
      })
    )
  }

  /** Sends calls at once; the outcomes must be those of some order of them on the model. */
  #together(
    calls: ReadonlyArray<Call>,
    entries: Done["entries"]
  ): Effect.Effect<ReadonlyArray<Mismatch>, unknown, Scope.Scope> {
    return Effect.gen({ self: this }, function* () {
      const targets = yield* Effect.forEach(
        calls,
        (call) => this.#answered(this.#target.call(requestOf(call, entries, "target"))),
        { concurrency: "unbounded" }
      )
      const outcomes: Array<Json> = []
      for (const order of permutations(targets.map((target, index) => ({ target, index })))) {
        const model = yield* this.#again
        const renaming = new Renaming(this.#renaming)
        const replies = new Map<number, Json>()
        let differs = false
        for (const { index, target } of order) {
          const call = calls[index]
          if (call === undefined) continue
          const reply = yield* model.call(requestOf(call, entries, "model"))
          replies.set(index, replyJson(reply))
          differs ||= this.#compare(reply, target, Contract.byId(call.call).group, renaming).length > 0
        }
        if (!differs) {
          this.#model = model
          this.#renaming = renaming
          for (const { index } of order)
            this.#history.push(...calls.slice(index, index + 1).map((call) => requestOf(call, entries, "model")))
          return []
        }
        outcomes.push(calls.map((_, index) => replies.get(index) ?? null))
      }
      const distinct = [...new Map(outcomes.map((outcome) => [JSON.stringify(outcome), outcome])).values()]
      return [whole("order", distinct, targets.map(replyJson))]
    })
  }

  /** The target's reply: none at all is a difference only if the target goes on answering. */
  #answered(act: Effect.Effect<Reply>) {
    return Effect.tap(act, ({ answer }) => (answer === undefined ? this.#isThere : Effect.void))
  }

  /** A model in which everything happened that happened so far. */
  get #again() {
    const fresh = this.#fresh
    return Effect.gen({ self: this }, function* () {
      const model = yield* fresh
      for (const act of this.#history) yield* typeof act === "string" ? model.advance(act) : model.call(act)
      return model
    })
  }
}
