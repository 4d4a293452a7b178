import * as Effect from "effect/Effect"

import type { Inquiry } from "../../actions/Inquiry.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { objectOf } from "../../resources/Resource.ts"
import { capital } from "../../text/capital.ts"
import { because } from "../headless/Stopped.ts"
import { rowIn } from "./find.ts"
import * as Input from "./input.ts"
import { nameOf } from "./Tool.ts"
import type { Tool } from "./Tool.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- inquiries and rows are of one resource
type Any = any

/** The tool that finds something out; none where it takes a secret. */
export const ofInquiry = (resource: AnyResource, inquiry: Inquiry<Any>): ReadonlyArray<Tool> => {
  if (!Input.needsNoSecret(inquiry)) return []
  const title = `${capital(inquiry.label)} ${objectOf(inquiry, resource, undefined)}`
  const target = inquiry.on === "one" ? Input.target(resource) : {}
  const required = [...Object.keys(target), ...Input.requiredOf(inquiry)]
  return [
    {
      name: nameOf(inquiry.name),
      title,
      description: `${title}. ${inquiry.consequence}`.trim(),
      input: Input.objectOf({ ...target, ...Input.fieldsOf(inquiry) }, required),
      effect: inquiry.effect,
      isIdempotent: true,
      isPublic: resource.isPublic === true,
      run: Effect.fnUntraced(function* (given) {
        const row: Any = inquiry.on === "one" ? yield* rowIn(resource, given) : undefined
        const doing = `${inquiry.label} ${objectOf(inquiry, resource, row)}`
        const held = yield* Input.usableOf(inquiry, given)
        const { data, failure, title } = yield* Effect.mapError(inquiry.run(held, row), (error) =>
          because(doing, error)
        )
        return { title, data, ...(failure !== undefined && { missing: because(doing, failure).message }) }
      })
    }
  ]
}
