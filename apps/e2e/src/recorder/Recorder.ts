import type { OperationId } from "@remote-assist/core/Contract"
import type { HttpResponse, HttpRequest } from "@remote-assist/core/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"

/** A step of a scenario, running or ended. */
export interface StepRecord {
  /** Counts from 0 in order of start. */
  readonly id: number
  readonly parent: number | undefined
  readonly title: string
  /** In milliseconds since the attempt began. */
  readonly start: number
  /** In milliseconds; undefined while it is running. */
  readonly duration: number | undefined
  readonly outcome: "running" | "passed" | "failed" | "interrupted"
}

/** A request and its answer. */
export interface Exchange {
  /** Counts from 0 in order of sending. */
  readonly id: number
  readonly step: number | undefined
  readonly operation: OperationId | undefined
  readonly request: HttpRequest
  /** In milliseconds since the attempt began. */
  readonly start: number
  /** In milliseconds; undefined until it has ended. */
  readonly duration: number | undefined
  readonly answer: HttpResponse | undefined
  /** Why no answer arrived. */
  readonly lost: string | undefined
}

/** Data that a scenario created and could not remove. */
export interface Leftover {
  /** Such as `user`. */
  readonly kind: string
  /** Such as the e-mail address of a user or the id of a token. */
  readonly id: string
  readonly reason: string
  /** Whether it is gone with the emulator or its tenant. */
  readonly isGone?: boolean
  /** The stack of its creation. */
  readonly stack?: string | undefined
}

/** Records the steps, exchanges and leftovers of a scenario while it runs. */
export class Recorder {
  readonly steps: Array<StepRecord> = []
  readonly exchanges: Array<Exchange> = []
  readonly leftovers: Array<Leftover> = []
  /** Why clean-up that is not of such data failed. */
  readonly cleanUpErrors: Array<string> = []
  /** Values that reports must not show. */
  readonly secrets: Array<string> = []
  /** The labels of the waits in which errors were raised. */
  readonly labels = new Map<unknown, string>()
  /** The expectations, steps and calls that nothing has used, with an error whose stack has the place of each. */
  readonly notRun = new Map<unknown, Error>()
  /** The generator of the scenario, whose position is the line at which it fails. */
  generator: object | undefined
  // the numbers of steps and exchanges when a step ended
  readonly #ended = new Map<number, { readonly error: unknown; readonly steps: number; readonly exchanges: number }>()
  /** Returns the milliseconds since the attempt began. */
  readonly elapsed: () => number

  /** `now` returns milliseconds. */
  constructor(now: () => number = () => 0) {
    const start = now()
    this.elapsed = () => now() - start
  }

  /** Starts a step. Returns its id. */
  startStep(title: string, parent: number | undefined): number {
    const id = this.steps.length
    this.steps.push({ id, parent, title, start: this.elapsed(), duration: undefined, outcome: "running" })
    return id
  }

  endStep(id: number, outcome: StepRecord["outcome"], error?: unknown): void {
    const step = this.steps[id]
    if (step === undefined) return
    this.#ended.set(id, { error, steps: this.steps.length, exchanges: this.exchanges.length })
    this.steps[id] = { ...step, duration: this.elapsed() - step.start, outcome }
  }

  /** Starts an exchange. Returns a function that ends it with the answer or the reason of its absence. */
  startExchange(request: HttpRequest, operation: OperationId | undefined, step: number | undefined) {
    const exchange: Exchange = {
      id: this.exchanges.length,
      // the session is renewed in another fiber than that of the step that waits for it
      step: step ?? this.steps.findLast(({ outcome }) => outcome === "running")?.id,
      operation,
      request,
      start: this.elapsed(),
      duration: undefined,
      answer: undefined,
      lost: undefined
    }
    this.exchanges.push(exchange)
    return (end: HttpResponse | string): void => {
      const result = typeof end === "string" ? { lost: end } : { answer: end }
      this.exchanges[exchange.id] = { ...exchange, duration: this.elapsed() - exchange.start, ...result }
    }
  }

  /** Returns the step that raised the error of the scenario, and the exchanges to show for it. */
  failureContext(error: unknown) {
    const step = this.#failedStep(error)?.id
    const sent = step === undefined ? [] : this.exchanges.filter((exchange) => exchange.step === step)
    // of parallel requests, the others are interrupted
    const last = this.exchanges.findLast(({ lost }) => lost !== "interrupted") ?? this.exchanges.at(-1)
    return { step, exchanges: (sent.length > 0 || last === undefined ? sent : [last]).map(({ id }) => id) }
  }

  #failedStep(error: unknown) {
    // the innermost step: enclosing steps have started before it
    const failed = this.steps.filter(({ outcome }) => outcome === "failed" || outcome === "interrupted")
    const own = failed.findLast(({ id }) => this.#ended.get(id)?.error === error)
    // after a mapped error or a timeout the last step counts, if nothing followed it
    const last = failed.at(-1)
    const end = last && this.#ended.get(last.id)
    const isLast = end?.steps === this.steps.length && end.exchanges === this.exchanges.length
    return own ?? (isLast ? last : undefined)
  }
}

/** The recorder of the attempt; outside of one, nobody reads it. */
export const CurrentRecorder = Context.Reference("@remote-assist/e2e/Recorder", { defaultValue: () => new Recorder() })

/** The error for an Effect whose value is lost. */
export const neverRan = (): Error =>
  new Error("This never ran. Write yield* before it, or Effect.suspend(() => …) around it if it need not run.")

// properties that promises and JSON read, and those of libraries
const isInspected = (name: string) => /^(?:then|toJSON|[_$@~].*)$/.test(name)

/** Returns an object that throws an error for a property that it does not have. */
export const strict = <A extends object>(object: A, errorOf: (name: string) => Error): A =>
  new Proxy(object, {
    get: (target, name) => {
      if (typeof name === "string" && !(name in target) && !isInspected(name)) throw errorOf(name)
      return Reflect.get(target, name)
    }
  })

/** Returns an Effect that a scenario must use: run it, or give it to a function that reads it, such as `Effect.andThen`. */
export const mustRun = <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const notRun = Fiber.getCurrent()?.getRef(CurrentRecorder).notRun
  if (notRun === undefined) return act
  const origin = neverRan()
  const used = <T>(value: T) => {
    notRun.delete(tracked)
    return value
  }
  const run = strict(
    Effect.suspend(() => act),
    () => origin
  )
  const tracked: typeof run = new Proxy(run, {
    has: (target, name) => used(Reflect.has(target, name)),
    get: (target, name) => used((name === "pipe" ? trackedMember : Reflect.get)(target, name))
  })
  notRun.set(tracked, origin)
  return tracked
}

/** Returns a member of an object; a scenario must use the Effects that it returns. */
export const trackedMember = (owner: object, name: PropertyKey): unknown => {
  const member: unknown = Reflect.get(owner, name)
  if (!Predicate.isFunction(member)) return member
  return (...args: ReadonlyArray<unknown>) => {
    const result: unknown = Reflect.apply(member, owner, args)
    return Effect.isEffect(result) ? mustRun(result) : result
  }
}

/** The step of the current fiber. */
export const CurrentStep = Context.Reference<number | undefined>("@remote-assist/e2e/Step", {
  defaultValue: () => undefined
})
