import { createHash } from "node:crypto"

import type { Exchange } from "../../recorder/Recorder.ts"
import type { Event } from "../../runner/Event.ts"
import { count, durationOf } from "../../runner/Result.ts"
import type { Result, Verdict } from "../../runner/Result.ts"
import { summaryOf } from "../summary.ts"
import { attemptMarkup } from "./attempt.ts"
import { filter } from "./filter.ts"
import { html, Markup } from "./markup.ts"
import { operations } from "./operations.ts"
import { style } from "./style.ts"
import { unpack } from "./unpack.ts"

type Ended = Extract<Event, { readonly _tag: "RunEnded" }>

const verdicts: ReadonlyArray<Verdict> = ["Failed", "Flaky", "Interrupted", "Skipped", "Passed"]

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const script = unpack + filter

// nothing but the page's own script and style is run, whatever the values in it are
const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`

const scenarioMarkup = (result: Result, index: number): Markup => {
  const { again, attempts, name, repeat, tags, verdict } = result
  const isOpen = verdict === "Failed" || verdict === "Flaky"
  return html`<article data-name="${name}" data-verdict="${verdict}" data-tags="${JSON.stringify(tags)}" data-statuses="${JSON.stringify(statusesOf([result]))}"><details${new Markup(isOpen ? " open" : "")}><summary><b class="${verdict}">${verdict}</b> <span class="name">${name}${repeat === 1 ? "" : ` #${repeat}`}</span> <small>${durationOf(result)} ms ${tags.join(" ")}</small></summary>${attempts.map((attempt, number) => attemptMarkup(result, attempt, number, `s${index + 1}`))}${
    again === undefined
      ? ""
      : html`<h5>Run it again</h5>
          <pre class="command"><code>${again}</code></pre>`
  }</details></article>
`
}

const shares = (results: ReadonlyArray<Result>): Markup => {
  let left = 0
  return html`<svg class="shares" role="img" aria-label="Share of each verdict" width="100%" height="10">
    ${verdicts.map((verdict) => {
      const share = (count(results, verdict) / Math.max(1, results.length)) * 100
      left += share
      return html`<rect class="${verdict}" x="${(left - share).toFixed(2)}%" width="${share.toFixed(2)}%" height="10"
        ><title>${count(results, verdict)} ${verdict.toLowerCase()}</title></rect
      >`
    })}
  </svg>`
}

const statusOf = ({ answer }: Exchange) => (answer === undefined ? "no answer" : String(answer.status))

/** What requests were answered with. */
const statusesOf = (results: ReadonlyArray<Result>) =>
  [
    ...new Set(results.flatMap(({ attempts }) => attempts.flatMap(({ exchanges }) => exchanges.map(statusOf))))
  ].toSorted()

const option = (value: string) => html`<option>${value}</option>`

/** The whole report of a run as one document that needs nothing else. */
export const page = ({ duration, results, run, wasInterrupted }: Ended): string => {
  const statuses = statusesOf(results)
  const tags = [...new Set(results.flatMap(({ tags }) => tags))].toSorted()
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${summaryOf(results)}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <h1>${summaryOf(results)}</h1>
          <p>
            ${wasInterrupted ? "Interrupted. " : ""}${results.length} of ${run.total} on ${run.target},
            ${new Date(run.startedAt).toISOString()}, ${duration} ms, seed ${run.seed}, run ${run.id}
          </p>
          ${shares(results)}
          <form>
            <label
              >Text
              <input
                id="text"
                type="search"
                title="/ leads here, Esc clears it; j and k lead to the next and the previous scenario"
            /></label>
            <label
              >Verdict
              <select id="verdict">
                <option value="">all</option>
                ${verdicts.filter((verdict) => count(results, verdict) > 0).map(option)}
              </select></label
            >
            <label
              >Status
              <select id="status">
                <option value="">all</option>
                ${statuses.map(option)}
              </select></label
            >
            <label
              >Tag
              <select id="tag">
                <option value="">all</option>
                ${tags.map(option)}
              </select></label
            >
            <output id="shown"></output>
            <small><kbd>/</kbd> text <kbd>j</kbd> <kbd>k</kbd> scenarios</small>
          </form>
          <noscript
            ><p>
              Steps and requests are shown by the script of this page, which needs JavaScript; outcomes and failures do
              not.
            </p></noscript
          >
        </header>
        <main>${operations(results)}${results.map(scenarioMarkup)}</main>
        ${new Markup(`<script>${script}</script>`)}
      </body>
    </html> `.text
}
