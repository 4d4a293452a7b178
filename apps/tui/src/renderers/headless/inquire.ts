import { sanitize } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"

import type { Inquiry } from "../../actions/Inquiry.ts"
import { textOf } from "../../actions/Report.ts"
import type { Report } from "../../actions/Report.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { objectOf } from "../../resources/Resource.ts"
import { entering } from "./Connection.ts"
import { isDry, sayDry } from "./dry.ts"
import type { Inquiring } from "./flags.ts"
import { checked, withSecrets } from "./formFlags.ts"
import * as Json from "./json.ts"
import { stdout } from "./Output.ts"
import { because } from "./Stopped.ts"
import { find } from "./targets.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- inquiries and rows are of one resource
type Any = any

/** A report as text: facts label by label, a paragraph each part. */
export const printed = ({ parts }: Report, isRevealed: boolean): string => {
  const lines = parts.flatMap((part) => part.lines)
  const width = Math.max(0, ...lines.map(({ label = "" }) => label.length))
  return parts
    .map(({ lines, title }) =>
      [
        ...(title === undefined ? [] : [sanitize(title)]),
        ...lines.map((line) => {
          const text = sanitize(textOf(line, isRevealed))
          return line.label === undefined ? text : `${sanitize(line.label).padEnd(width)}  ${text}`
        })
      ]
        .map((line) => `${line.trimEnd()}\n`)
        .join("")
    )
    .join("\n")
}

/** Finds something out, and prints what it is. */
export const inquire = Effect.fnUntraced(function* (
  resource: AnyResource,
  inquiry: Inquiry<Any>,
  form: Readonly<Record<string, unknown>>,
  { reveal, target, ...given }: Inquiring & { readonly target?: string }
) {
  yield* checked(inquiry, form)
  const values = yield* withSecrets(inquiry, form, isDry(given))
  const enter = entering(resource)
  const known: Any = target === undefined ? undefined : resource.ofId?.(target)
  const isLookedUp = target !== undefined && known === undefined
  const isPublic = inquiry.isPublic?.(values) === true
  if (!isPublic && (!isDry(given) || isLookedUp)) yield* enter
  const row: Any = isLookedUp ? yield* find(resource, target) : known
  const doing = `${inquiry.label} ${objectOf(inquiry, resource, row)}`
  if (isDry(given)) return yield* sayDry(given, doing, inquiry.run(values, row))
  const report = yield* Effect.mapError(inquiry.run(values, row), (error) => because(doing, error))
  yield* stdout.write(given.json ? `${Json.writeOpen(report.data, reveal)}\n` : printed(report, reveal))
  return report.failure === undefined ? undefined : yield* because(doing, report.failure, isPublic)
})
