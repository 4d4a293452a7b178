import * as Contract from "@remote-assist/core/Contract"
import type { HttpResponse, HttpRequest } from "@remote-assist/core/Http"
import { Http } from "@remote-assist/core/Http"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import { CurrentRecorder, CurrentStep } from "../recorder/Recorder.ts"
import type { Exchange, Leftover, Recorder, StepRecord } from "../recorder/Recorder.ts"
import type { Failure } from "./Result.ts"

/** The record of an attempt while it runs. */
export interface Recording {
  readonly steps: Array<StepRecord>
  readonly exchanges: Array<Exchange>
  readonly leftovers: Array<Leftover>
  readonly recorder: Recorder
  /** Returns the step that raised the error of the scenario, and the exchanges to show for it. */
  readonly failureContext: (error: unknown) => Pick<Failure, "step" | "exchanges">
  /** Returns the location in the body of the scenario at which it failed, if it is known. */
  readonly failureLocation: () => string | undefined
}

/** The numbers of steps and exchanges when a step ended. */
interface Ended {
  readonly error: unknown
  readonly steps: number
  readonly exchanges: number
}

const apiPath = /^[^?#]*?\/api(?=\/)/

const operationOf = (method: string, url: string) =>
  Contract.match(method, url.replace(apiPath, ""), { anyLength: true })?.operation.id

/** Makes an empty recording. */
export const make = (now: () => number): Recording => {
  const start = now()
  const steps: Array<StepRecord> = []
  const exchanges: Array<Exchange> = []
  const leftovers: Array<Leftover> = []
  const ends = new Map<number, Ended>()
  let failedAt: string | undefined
  const failedStep = (error: unknown) => {
    // the innermost step: enclosing steps have started before it
    const failed = steps.filter(({ outcome }) => outcome === "failed" || outcome === "interrupted")
    const own = failed.findLast(({ id }) => ends.get(id)?.error === error)
    // after a mapped error or a timeout the last step counts, if nothing followed it
    const last = failed.at(-1)
    const end = last && ends.get(last.id)
    return own ?? (end?.steps === steps.length && end.exchanges === exchanges.length ? last : undefined)
  }
  const failureContext = (error: unknown) => {
    const step = failedStep(error)?.id
    const sent = step === undefined ? [] : exchanges.filter((exchange) => exchange.step === step)
    return { step, exchanges: (sent.length > 0 ? sent : exchanges).slice(sent.length > 0 ? 0 : -1).map(({ id }) => id) }
  }
  const recorder: Recorder = {
    step: (title, parent) => {
      const step: StepRecord = {
        id: steps.length,
        parent,
        title,
        start: now() - start,
        duration: undefined,
        outcome: "running"
      }
      steps[step.id] = step
      return {
        id: step.id,
        end: (outcome, error) => {
          ends.set(step.id, { error, steps: steps.length, exchanges: exchanges.length })
          steps[step.id] = { ...step, duration: now() - start - step.start, outcome }
        }
      }
    },
    exchange: (request, step) => {
      const exchange: Exchange = {
        id: exchanges.length,
        // the session is renewed in another fiber than that of the step that waits for it
        step: step ?? steps.findLast(({ outcome }) => outcome === "running")?.id,
        operation: operationOf(request.method, request.url),
        request,
        start: now() - start,
        duration: undefined,
        answer: undefined,
        lost: undefined
      }
      exchanges.push(exchange)
      return (end: HttpResponse | string) => {
        exchanges[exchange.id] = {
          ...exchange,
          duration: now() - start - exchange.start,
          ...(typeof end === "string" ? { lost: end } : { answer: end })
        }
      }
    },
    leftover: (leftover) => leftovers.push(leftover),
    failedAt: (location) => {
      failedAt ??= location
    }
  }
  return { failureLocation: () => failedAt, steps, exchanges, leftovers, recorder, failureContext }
}

// other fields of a call would keep its client in memory
const requestFields = ({ body, headers, method, url }: HttpRequest): HttpRequest => ({ method, url, headers, body })

/** Records each request that is sent. */
export const layerHttp: Layer.Layer<Http, never, Http> = Layer.effect(
  Http,
  Effect.map(Http, ({ exchange }) => ({
    exchange: (request, limit) =>
      Effect.gen(function* () {
        const end = (yield* CurrentRecorder).exchange(requestFields(request), yield* CurrentStep)
        return yield* Effect.onExit(exchange(request, limit), (exit) =>
          Effect.sync(() =>
            end(
              Exit.match(exit, {
                onSuccess: (answer) => answer,
                onFailure: (cause) => reasonOf(cause.reasons[0])
              })
            )
          )
        )
      })
  }))
)

const reasonOf = (reason: unknown): string => {
  if (typeof reason !== "object" || reason === null || !("error" in reason)) return "interrupted"
  const { error } = reason
  return typeof error === "object" && error !== null && "reason" in error
    ? String(error.reason)
    : "the answer is too large"
}
