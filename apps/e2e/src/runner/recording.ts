import * as Contract from "@remote-assist/core/Contract"
import type { HttpResponse, HttpRequest } from "@remote-assist/core/Http"
import { Http } from "@remote-assist/core/Http"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import { CurrentRecorder, CurrentStep } from "../recorder/Recorder.ts"
import type { Exchange, Leftover, Recorder, StepRecord } from "../recorder/Recorder.ts"
import type { Failure } from "./Result.ts"

/** What is recorded of an attempt while it runs. */
export interface Recording {
  readonly steps: Array<StepRecord>
  readonly exchanges: Array<Exchange>
  readonly leftovers: Array<Leftover>
  readonly recorder: Recorder
  /** The step that an error comes from that the scenario fails with now, and the exchanges that it is about. */
  readonly about: (error: unknown) => Pick<Failure, "step" | "exchanges">
}

/** How many steps and exchanges there were when a step ended. */
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
  const failing = (error: unknown) => {
    // the innermost step: those around it began before it
    const failed = steps.filter(({ outcome }) => outcome === "failed" || outcome === "interrupted")
    const own = failed.findLast(({ id }) => ends.get(id)?.error === error)
    // the error was mapped, or the scenario took too long: the last step counts if nothing followed it
    const last = failed.at(-1)
    const end = last && ends.get(last.id)
    return own ?? (end?.steps === steps.length && end.exchanges === exchanges.length ? last : undefined)
  }
  const about = (error: unknown) => {
    const step = failing(error)?.id
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
        // a session is renewed in a fiber of its own, beside the step that waits for it
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
    leftover: (leftover) => leftovers.push(leftover)
  }
  return { steps, exchanges, leftovers, recorder, about }
}

// anything else of a call would keep its client in memory as long as the results
const sent = ({ body, headers, method, url }: HttpRequest): HttpRequest => ({ method, url, headers, body })

/** Records each request that is sent. */
export const layerHttp: Layer.Layer<Http, never, Http> = Layer.effect(
  Http,
  Effect.map(Http, ({ exchange }) => ({
    exchange: (request, limit) =>
      Effect.gen(function* () {
        const end = (yield* CurrentRecorder).exchange(sent(request), yield* CurrentStep)
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
