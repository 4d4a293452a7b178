import { Client, HttpFetch, Region } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"

import type { Services } from "./actions/Action.ts"
import { App } from "./App.tsx"
import { Account } from "./engine/Account.ts"
import type { Credentials } from "./engine/Account.ts"
import * as Cell from "./engine/Cell.ts"
import * as Changes from "./engine/Changes.ts"
import * as Lists from "./engine/Lists.ts"
import * as Notices from "./engine/Notices.ts"
import { ThemeContext } from "./hooks/useTheme.ts"
import { ModelProvider } from "./Runtime.tsx"
import type { Model } from "./Runtime.tsx"
import { connect, watch } from "./screens/accountCommands.ts"
import * as Terminal from "./Terminal.tsx"
import * as Theme from "./theme.ts"
import * as Ui from "./Ui.ts"

/** Who is logged in, over core's services. */
export const layer: Layer.Layer<Account | Services, never, Client.Client> = Layer.merge(
  Account.layer,
  Layer.effectContext(Effect.context<Services>())
)

/** Everything that {@link run} needs for a region of the service, over the network. */
export const layerLive = <E,>(
  region: Layer.Layer<Region.Region, E>
): Layer.Layer<Account | Services | Region.Region, E> =>
  layer.pipe(Layer.provide(Client.layer), Layer.provide(HttpFetch.layer), Layer.provideMerge(region))

export interface Options {
  /** Logs in with these at the start, and when a session has ended; without, the log-in form comes first. */
  readonly credentials: Credentials | undefined
  readonly streams: Terminal.Streams
  /** Milliseconds since the epoch; the time of the machine unless set. */
  readonly now?: () => number
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
  const model: Model = {
    region: { name: region.name, address: region.apiUrl },
    given: credentials,
    account,
    lists,
    notices,
    changes: Changes.make({ account, lists, notices }),
    ui: Cell.make(Ui.initial),
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
  const theme = Theme.make(streams.colour)
  const shown = Terminal.show(
    <ThemeContext.Provider value={theme}>
      <ModelProvider value={model}>
        <App />
      </ModelProvider>
    </ThemeContext.Provider>,
    streams
  )
  yield* Effect.raceFirst(shown, Deferred.await(quit))
}, Effect.scoped)
