import type { Exchange } from "../../recorder/Recorder.ts"
import type { Result } from "../../runner/Result.ts"
import { html } from "./markup.ts"
import type { Markup } from "./markup.ts"
import { kindOf } from "./timeline.ts"

/** What became of the requests of one operation. */
export interface Measured {
  readonly operation: string
  readonly ok: number
  readonly refused: number
  readonly lost: number
  /** How long answers took, in milliseconds, the quickest first. */
  readonly durations: ReadonlyArray<number>
}

const measured = (operation: string, exchanges: ReadonlyArray<Exchange>): Measured => {
  const number = (kind: ReturnType<typeof kindOf>) => exchanges.filter((exchange) => kindOf(exchange) === kind).length
  return {
    operation,
    ok: number("ok"),
    refused: number("refused"),
    lost: number("lost"),
    durations: exchanges
      .flatMap(({ answer, duration }) => (answer === undefined || duration === undefined ? [] : [duration]))
      .toSorted((one, other) => one - other)
  }
}

/** The requests of a run by operation, in the order of their names; last those that meet none. */
export const measuredIn = (results: ReadonlyArray<Result>): ReadonlyArray<Measured> => {
  const exchanges = results.flatMap(({ attempts }) => attempts.flatMap(({ exchanges }) => exchanges))
  const all = Map.groupBy(exchanges, ({ operation }) => operation ?? "")
  return [...all]
    .toSorted(([one], [other]) => (one === "" ? 1 : other === "" ? -1 : one.localeCompare(other)))
    .map(([operation, exchanges]) => measured(operation === "" ? "other requests" : operation, exchanges))
}

/** The duration within which so many of a hundred were. */
export const percentile = (durations: ReadonlyArray<number>, share: number): number | undefined =>
  durations[Math.max(0, Math.ceil((share / 100) * durations.length) - 1)]

const percent = (value: number, of: number) => `${((value / Math.max(1, of)) * 100).toFixed(2)}%`

const counts = ({ lost, ok, operation, refused }: Measured, most: number): Markup => {
  const told = `${ok} succeeded, ${refused} refused, ${lost} without an answer`
  return html`<svg class="bar" role="img" aria-label="${operation}: ${told}" width="100%" height="14">
    <title>${told}</title>
    <rect class="ok" x="0" width="${percent(ok, most)}" height="14" />
    <rect class="refused" x="${percent(ok, most)}" width="${percent(refused, most)}" height="14" />
    <rect class="lost" x="${percent(ok + refused, most)}" width="${percent(lost, most)}" height="14" />
  </svg>`
}

/** From the quickest to the slowest as a line; the half of them, and 95 of a hundred, as marks on it. */
const latencies = ({ durations, operation }: Measured, longest: number): Markup => {
  const [least = 0, most = 0] = [durations[0], durations.at(-1)]
  const [p50 = 0, p95 = 0] = [percentile(durations, 50), percentile(durations, 95)]
  const told = `${least} to ${most} ms, half within ${p50} ms, 95% within ${p95} ms`
  return durations.length === 0
    ? html``
    : html`<svg class="bar" role="img" aria-label="${operation}: ${told}" width="100%" height="14">
        <title>${told}</title>
        <line x1="${percent(least, longest)}" x2="${percent(most, longest)}" y1="7" y2="7" />
        <rect class="range" x="${percent(least, longest)}" width="${percent(p95 - least, longest)}" y="3" height="8" />
        <rect class="half" x="${percent(p50, longest)}" width="3" y="0" height="14" />
      </svg>`
}

const row = (one: Measured, most: number, longest: number): Markup => {
  const { durations, lost, ok, operation, refused } = one
  return html`<tr>
    <th scope="row">${operation}</th>
    <td class="number">${ok + refused + lost}</td>
    <td class="chart">${counts(one, most)}</td>
    <td class="number">${percentile(durations, 50) ?? "–"}</td>
    <td class="number">${percentile(durations, 95) ?? "–"}</td>
    <td class="number">${durations.at(-1) ?? "–"}</td>
    <td class="chart">${latencies(one, longest)}</td>
  </tr>`
}

/** How often each operation was called, and how long its answers took. */
export const operations = (results: ReadonlyArray<Result>): Markup => {
  const all = measuredIn(results)
  const most = Math.max(...all.map(({ lost, ok, refused }) => ok + refused + lost))
  const longest = Math.max(...all.map(({ durations }) => durations.at(-1) ?? 0))
  return all.length === 0
    ? html``
    : html`<details id="operations">
        <summary>Requests by operation</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Requests</th>
              <th scope="col">
                <span class="ok">succeeded</span> <span class="refused">refused</span> <span class="lost">lost</span>
              </th>
              <th scope="col">Half ms</th>
              <th scope="col">95% ms</th>
              <th scope="col">Longest ms</th>
              <th scope="col">0 to ${longest} ms</th>
            </tr>
          </thead>
          <tbody>
            ${all.map((one) => row(one, most, longest))}
          </tbody>
        </table>
      </details>`
}
