import type { Exchange } from "../../recorder/Recorder.ts"
import type { Attempt } from "../../runner/Result.ts"
import { html } from "./markup.ts"
import type { Markup } from "./markup.ts"

const row = 20

const widthOf = (exchange: Exchange, end: number) => (exchange.duration ?? end - exchange.start) || 1

/** What a bar is coloured by. */
export const kindOf = ({ answer }: Exchange): "lost" | "refused" | "ok" =>
  answer === undefined ? "lost" : answer.status >= 400 ? "refused" : "ok"

/** What stands for an exchange in a line. */
export const titleOf = ({ answer, operation, request }: Exchange): string =>
  `${operation ?? `${request.method} ${request.url}`} → ${answer?.status ?? "no answer"}`

/** The requests of an attempt as bars, by when they were sent and how long their answers took. */
export const timeline = ({ duration, exchanges }: Attempt, anchor: (exchange: Exchange) => string): Markup => {
  const end = Math.max(1, duration, ...exchanges.map((exchange) => exchange.start + (exchange.duration ?? 0)))
  const share = (milliseconds: number) => `${((milliseconds / end) * 100).toFixed(2)}%`
  const bar = (exchange: Exchange, index: number) => {
    const isLate = exchange.start > end / 2
    return html`<a href="#${anchor(exchange)}"
      ><title>
        ${titleOf(exchange)}: sent at ${exchange.start} ms,
        ${exchange.duration === undefined ? "not ended" : `took ${exchange.duration} ms`}</title
      ><rect
        class="${kindOf(exchange)}"
        x="${share(exchange.start)}"
        y="${index * row + 2}"
        width="${share(widthOf(exchange, end))}"
        height="${row - 4}"
      /><text
        x="${share(isLate ? exchange.start : exchange.start + widthOf(exchange, end))}"
        y="${index * row + 14}"
        dx="${isLate ? -4 : 4}"
        text-anchor="${isLate ? "end" : "start"}"
        >${titleOf(exchange)} (${exchange.duration ?? "?"} ms)</text
      ></a
    >`
  }
  return exchanges.length === 0
    ? html``
    : html`<figure>
        <figcaption>Requests over ${end} ms</figcaption>
        <svg role="img" aria-label="Timeline of requests" width="100%" height="${exchanges.length * row}">
          ${exchanges.map(bar)}
        </svg>
      </figure>`
}
