import { Client, HttpFetch, Region } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"

import type { Services } from "./actions/Action.ts"
import { connect, watch } from "./commands/accountCommands.ts"
import * as dispatch from "./commands/dispatch.ts"
import { Account } from "./engine/Account.ts"
import type { Credentials } from "./engine/Account.ts"
import * as Bulk from "./engine/Bulk.ts"
import * as Cell from "./engine/Cell.ts"
import * as Changes from "./engine/Changes.ts"
import * as Columns from "./engine/Columns.ts"
import * as Histories from "./engine/History.ts"
import * as Lists from "./engine/Lists.ts"
import * as Notices from "./engine/Notices.ts"
import { cellsOf } from "./model/Model.ts"
import type { Model, Place } from "./model/Model.ts"
import * as Ui from "./model/Ui.ts"
import { drawing } from "./renderers/screen/drawing.ts"
import * as Terminal from "./renderers/screen/Terminal.ts"
import * as Theme from "./theme.ts"

/** Who is logged in, over core's services. */
export const layer: Layer.Layer<Account | Services, never, Client.Client> = Layer.merge(
  Account.layer,
  Layer.effectContext(Effect.context<Services>())
)

/** Everything that {@link run} needs for a region of the service, over the network. */
export const layerLive = <E>(
  region: Layer.Layer<Region.Region, E>
): Layer.Layer<Account | Services | Region.Region, E> =>
  layer.pipe(Layer.provide(Client.layer), Layer.provide(HttpFetch.layer), Layer.provideMerge(region))

export interface Options {
  /** Logs in with these at the start, and when a session has ended; without, the log-in form comes first. */
  readonly credentials: Credentials | undefined
  readonly streams: Terminal.Streams
  /** What answers at the address of the region; unknown unless set. */
  readonly place?: Place
  /** Milliseconds since the epoch; the time of the machine unless set. */
  readonly now?: () => number
}

const subscribing = (cells: ReadonlyArray<Pick<Cell.Cell<unknown>, "subscribe">>) => (listener: () => void) => {
  const unsubscribe = cells.map(({ subscribe }) => subscribe(listener))
  return () => {
    for (const each of unsubscribe) each()
  }
}

/** Runs the program on a terminal until one quits. */
export const run = Effect.fnUntraced(function* ({ credentials, streams, ...options }: Options) {
  const region = yield* Region.Region
  const quit = yield* Deferred.make<void, Terminal.Crashed>()
  const fork = yield* FiberSet.makeRuntime()
  const clock = yield* Clock.Clock
  const now = options.now ?? (() => clock.currentTimeMillisUnsafe())
  const account = yield* Account
  const lists = yield* Lists.make(account)
  const notices = Notices.make(now)
  const changes = Changes.make({ account, lists, notices })
  const model: Model = {
    region: { name: region.name, address: region.apiUrl },
    place: Cell.make<Place>(options.place ?? "unknown"),
    given: credentials,
    account,
    lists,
    notices,
    changes,
    bulk: Bulk.make({ account, changes, lists, notices }),
    columns: Columns.make(),
    histories: Histories.make(),
    ui: Cell.make(Ui.initial),
    reach: { lines: 0 },
    now,
    run: (effect) => {
      fork(
        Effect.onError(effect, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.void
            : Deferred.fail(quit, new Terminal.Crashed({ cause: Cause.squash(cause) }))
        )
      )
    },
    quit: () => Deferred.doneUnsafe(quit, Effect.void)
  }
  watch(model)
  if (credentials !== undefined) model.run(connect(model, credentials))
  const shown = Terminal.show(
    {
      draw: drawing(model, Theme.make(streams.colour)),
      listener: { onKey: dispatch.make(model), onPaste: dispatch.pasteInto(model) },
      subscribe: subscribing(cellsOf(model))
    },
    streams
  )
  yield* Effect.raceFirst(shown, Deferred.await(quit))
}, Effect.scoped)
