import type { Exchange, StepRecord } from "../../recorder/Recorder.ts"
import type { Attempt, Failure, Result } from "../../runner/Result.ts"
import { exchangesOf, pathOf } from "../failureText.ts"
import { diff, exchangeMarkup, stateDiff } from "./exchange.ts"
import { html } from "./markup.ts"
import type { Markup } from "./markup.ts"
import { packed } from "./packed.ts"
import { changesOf } from "./state.ts"
import { timeline, titleOf } from "./timeline.ts"

type Anchor = (exchange: Exchange) => string

const failureMarkup = (attempt: Attempt, failure: Failure, anchor: Anchor): Markup => {
  const { at, cleanUp, compared, kind, message, step } = failure
  const { told } = exchangesOf(attempt, failure)
  const path = pathOf(attempt, step)
  const [what = ""] = message.split("\n")
  return html`<section class="failure">
    <h4>${kind}: ${what}</h4>
    ${
      compared === undefined ? html`<pre><code>${message}</code></pre>` : diff(compared)
    }${path.length === 0 ? "" : html`<p>In ${path.join(" › ")}</p>`}${
      at === undefined ? "" : html`<p>At <code>${at}</code></p>`
    }${told.map((exchange) => {
      const note = attempt.journal.find((note) => note.exchange === exchange.id)
      return html`<p>
        Request
        <a href="#${anchor(exchange)}">${titleOf(exchange)}</a>${note?.reason === undefined ? "" : `: ${note.reason}`}
      </p>`
    })}${cleanUp === undefined ? "" : html`<p>Clean-up: ${cleanUp}</p>`}
  </section>`
}

const outcome = (attempt: Attempt, anchor: Anchor): Markup => {
  const { outcome } = attempt
  if (outcome._tag === "Failed") return failureMarkup(attempt, outcome.failure, anchor)
  if (outcome._tag === "Skipped") return html`<p>Skipped: ${outcome.reason}</p>`
  return outcome._tag === "Interrupted" ? html`<p>Interrupted.</p>` : html``
}

const leftovers = ({ leftovers }: Attempt): Markup =>
  html`${leftovers.map(({ id, kind, reason }) => html`<p class="lost">Left behind: ${kind} ${id}: ${reason}</p>`)}`

interface Placed {
  readonly start: number
  readonly markup: Markup
}

/** Steps with their requests and what these changed, in the order of their starts. */
const course = (attempt: Attempt, anchor: Anchor): Markup => {
  const changes = changesOf(attempt)
  const changedBy = (exchanges: ReadonlyArray<Exchange>) =>
    stateDiff(exchanges.flatMap(({ id }) => changes.get(id) ?? []))
  const inside = (parent: number | undefined): Markup => {
    const own = attempt.exchanges.filter(({ step }) => step === parent)
    const placed: ReadonlyArray<Placed> = [
      ...attempt.steps
        .filter((step) => step.parent === parent)
        .map((step) => ({ start: step.start, markup: item(step) })),
      ...own.map((exchange) => ({
        start: exchange.start,
        markup: html`<li>
          ${exchangeMarkup(attempt, exchange, anchor(exchange))}${parent === undefined ? changedBy([exchange]) : ""}
        </li>`
      }))
    ]
    const after = parent === undefined ? html`` : changedBy(own)
    return placed.length === 0
      ? after
      : html`<ol>
            ${placed.toSorted((one, other) => one.start - other.start).map(({ markup }) => markup)}
          </ol>
          ${after}`
  }
  const item = ({ duration, id, outcome, title }: StepRecord): Markup =>
    html`<li class="step ${outcome}">
      <span>${title}</span> <small>${outcome}, ${duration ?? "?"} ms</small>${inside(id)}
    </li>`
  return inside(undefined)
}

/** One attempt at a scenario: why it failed and, packed, its requests in time and its steps. */
export const attemptMarkup = (result: Result, attempt: Attempt, index: number, prefix: string): Markup => {
  const own = `${prefix}-${index + 1}`
  const anchor: Anchor = ({ id }) => `${own}-${id}`
  return html`${result.attempts.length > 1 ? html`<h3>Attempt ${index + 1}: ${attempt.outcome._tag.toLowerCase()}</h3>` : ""}${outcome(attempt, anchor)}${leftovers(attempt)}${packed(own, html`${timeline(attempt, anchor)}${course(attempt, anchor)}`)}`
}
