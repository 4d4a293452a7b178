import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as FormAction from "../../../actions/FormAction.ts"
import { ControlRefused } from "../../../control/errors.ts"
import * as Recording from "../../../requests/Recording.ts"
import * as Snapshots from "./Snapshot.ts"
import type { Snapshot } from "./Snapshot.ts"

const refuse = (detail: string) => Effect.fail(new ControlRefused({ status: 409, detail }))

/** Fails where there is one of a name already, which would be lost. */
const unlessThere = <E, R>(
  names: Effect.Effect<ReadonlyArray<{ readonly name: string }>, E, R>,
  name: string,
  detail: string
) =>
  Effect.flatMap(Recording.aside(names, []), (all) =>
    all.some((one) => one.name === name) ? refuse(detail) : Effect.void
  )

const Named = Schema.Struct({ name: Schema.String })

const take = FormAction.make<Snapshot, typeof Named.Type>(Named, {
  name: "snapshots.take",
  label: "take",
  keys: ["n"],
  pending: "taking",
  on: "none",
  effect: "reversible",
  inverse: "snapshots.forget",
  consequence: "It lasts as long as its tenant.",
  fields: {
    name: {
      flag: "name",
      takes: "text",
      help: "1 to 64 letters, digits, points, underscores or hyphens",
      isRequired: true
    }
  },
  run: ({ name }) =>
    Effect.andThen(
      unlessThere(Snapshots.list, name, `there is a snapshot ${name} already; choose another name, or forget it first`),
      Snapshots.take(name)
    ),
  done: "is taken.",
  example: "--name before-import"
})

const Branch = Schema.Struct({ tenant: Schema.String })

const branch = FormAction.make<Snapshot, typeof Branch.Type>(Branch, {
  name: "snapshots.branch",
  label: "branch",
  keys: ["b"],
  pending: "branching",
  on: "one",
  effect: "reversible",
  consequence: "Another tenant begins with it, which is reached with /t/ and its name before the region: /t/other/us.",
  fields: {
    tenant: { flag: "tenant", takes: "text", help: "Name of the tenant, of which there is none yet", isRequired: true }
  },
  run: ({ tenant }, row = Snapshots.initial) =>
    unlessThere(
      Snapshots.tenants,
      tenant,
      `there is a tenant ${tenant} already, which would be replaced; choose another name`
    ).pipe(Effect.andThen(Snapshots.branch(row.name, tenant)), Effect.as(row)),
  done: "is what the tenant begins with.",
  example: "--tenant other"
})

export const forms: ReadonlyArray<FormAction.FormAction<Snapshot>> = [take, branch]
