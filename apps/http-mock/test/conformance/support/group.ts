import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../../src/library/Emulator.ts"
import { documentedStatuses, operations } from "./Operations.ts"
import type { GroupName, Operation, OperationId } from "./Operations.ts"
import { newSite } from "./Site.ts"
import type { Site } from "./Site.ts"

/** Brings an operation to a status, and checks its effect. */
type Drive = (site: Site) => Effect.Effect<unknown>

/** Why no state leads to a status. */
interface Unreachable {
  readonly because: string
}

/** Drivers to a status by the expected behaviour. */
type Drives = Readonly<Record<string, Drive>>

type Driven<Group extends GroupName> = {
  readonly [Id in OperationId as Id extends `${Group}.${infer Name}` ? Name : never]: {
    readonly [Status in keyof (typeof operations)[Id]["answers"]]: Status extends 500 ? Unreachable : Drives
  }
}

/** The reason for every 500. */
export const internal: Unreachable = {
  because: "500 is an internal error of the service (§7), and no state of it makes the emulator fail."
}

const isUnreachable = (drives: Drives | Unreachable): drives is Unreachable => typeof drives["because"] === "string"

/** Runs the drives of every operation of a group, each on a site of its own. */
export const group = <Group extends GroupName>(name: Group, driven: NoInfer<Driven<Group>>) =>
  layer(Emulator.layerServer({ port: 0 }))(name, (it) => {
    const listed = Object.entries<Readonly<Record<string, Drives | Unreachable>>>(driven).flatMap(
      ([operation, drives]) =>
        Object.entries(drives).map(([status, drives]) => ({
          id: `${name}.${operation}` as OperationId,
          status,
          drives
        }))
    )

    it.effect("has a test or a reason for each documented status", () =>
      Effect.sync(() => {
        assert.sameMembers(
          listed.map(({ id, status }) => `${id} ${status}`),
          documentedStatuses.filter((documented) => documented.startsWith(`${name}.`))
        )
        for (const { drives, id, status } of listed) {
          if (isUnreachable(drives)) assert.strictEqual(status, "500", `${id}: ${drives.because}`)
          else assert.isNotEmpty(Object.keys(drives), `${id} ${status}`)
        }
      })
    )

    for (const { drives, id, status } of listed) {
      if (isUnreachable(drives)) continue
      const { method, path, section }: Operation = operations[id]
      for (const [behaviour, drive] of Object.entries(drives))
        it.effect(`${section}: ${method} ${path}: ${status}: ${behaviour}`, () =>
          Effect.gen(function* () {
            const site = yield* newSite
            yield* drive(site)
            assert.include([...site.met], `${id} ${status}`)
          })
        )
    }
  })
