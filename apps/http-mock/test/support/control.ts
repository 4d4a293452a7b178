import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import type { ServerOptions } from "../../src/library/Emulator.ts"

/** The origin of the emulator. */
export const originOf = Effect.map(Emulator, ({ baseUrl }) => new URL(baseUrl.us).origin)

/** The control plane of an emulator on a socket, for one tenant. */
export const controlOf = (tenant?: string) =>
  Layer.unwrap(
    Effect.map(originOf, (origin) => Control.layer({ origin, ...(tenant === undefined ? {} : { tenant }) }))
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** An emulator on a socket and its control plane. */
export const controlled = (options: ServerOptions = {}) =>
  Layer.provideMerge(controlOf(), Emulator.layerServer({ port: 0, ...options }))
