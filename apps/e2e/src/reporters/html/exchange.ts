import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Exchange } from "../../recorder/Recorder.ts"
import type { Attempt, JournalNote } from "../../runner/Result.ts"
import { curlOf } from "../curl.ts"
import { diffOf } from "../failureText.ts"
import { html } from "./markup.ts"
import type { Markup } from "./markup.ts"
import type { Change } from "./state.ts"
import { kindOf, titleOf } from "./timeline.ts"

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

// numbers that a program cannot hold, and spaces, would be others
const readable = (body: string): string =>
  Option.match(json(body), {
    onNone: () => body,
    onSome: (value) => (JSON.stringify(value) === body ? JSON.stringify(value, undefined, 2) : body)
  })

/** The most characters of a body that are shown. */
const mostOfBody = 20_000

const isTooLong = (body = "") => body.length > mostOfBody

/** A body to read, and how much of it is not there. */
const shownOf = (body: string): readonly [shown: string, cut: Markup] =>
  isTooLong(body)
    ? [
        body.slice(0, mostOfBody),
        html`<p>
          Cut here: ${body.length - mostOfBody} of ${body.length} characters are not shown. The reporter json has all.
        </p>`
      ]
    : [readable(body), html``]

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")

const message = (title: string, headers: Readonly<Record<string, string>>, body = "") => {
  const [shown, cut] = shownOf(body)
  return html`<h5>${title}</h5>
    <pre><code>${headersOf(headers)}${shown === "" ? "" : `\n${shown}`}</code></pre>
    ${cut}`
}

const journal = ({ gaps, hint, id, reason }: JournalNote) =>
  reason === undefined && hint === undefined && gaps.length === 0
    ? html``
    : html`<p class="journal">
        Journal ${id}: ${reason ?? ""} ${hint === undefined ? "" : html`<em>${hint}</em>`}
        ${gaps.length === 0 ? "" : `Relies on ${gaps.join(", ")}.`}
      </p>`

/** A diff, each line with what tells it apart. */
export const diff = (compared: Parameters<typeof diffOf>[0]): Markup =>
  html`<pre class="diff"><code>${diffOf(compared).map((line) => [
    line.startsWith("-") ? html`<del>${line}</del>` : line.startsWith("+") ? html`<ins>${line}</ins>` : line,
    "\n"
  ])}</code></pre>`

const text = (value: unknown) => (value === undefined ? "" : JSON.stringify(value, undefined, 2))

/** What became of the service's state. */
export const stateDiff = (changes: ReadonlyArray<Change>): Markup =>
  changes.length === 0
    ? html``
    : html`<details class="state">
        <summary>${changes.length} ${changes.length === 1 ? "change" : "changes"} of the state</summary>
        ${changes.map(
          ({ after, before, path }) =>
            html`<h5>${path === "" ? "/" : path}${after === undefined ? " (removed)" : ""}</h5>
              ${diff({ expected: text(before), actual: text(after) })}`
        )}
      </details>`

/** A request and what came of it. */
export const exchangeMarkup = (attempt: Attempt, exchange: Exchange, anchor: string): Markup => {
  const { answer, duration, lost, request } = exchange
  const note = attempt.journal.find((note) => note.exchange === exchange.id)
  return html`<details class="exchange ${kindOf(exchange)}" id="${anchor}">
    <summary>${titleOf(exchange)} <small>${duration ?? "?"} ms</small></summary>
    ${note === undefined ? "" : journal(note)}${message(`${request.method} ${request.url}`, request.headers, request.body)}${
      answer === undefined
        ? html`<p class="lost">No answer: ${lost ?? "under way"}</p>`
        : message(`Answer ${answer.status}`, answer.headers, answer.body)
    }
    ${
      isTooLong(request.body)
        ? ""
        : html`<h5>Again</h5>
            <pre class="command"><code>${curlOf(request)}</code></pre>`
    }
  </details>`
}
