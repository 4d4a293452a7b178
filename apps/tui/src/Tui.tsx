import { Client, HttpFetch, Region } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"

import { App } from "./App.tsx"
import * as Cell from "./Cell.ts"
import { ThemeContext } from "./hooks/useTheme.ts"
import { Account } from "./model/Account.ts"
import type { Credentials } from "./model/Account.ts"
import { PodList } from "./model/PodList.ts"
import { UserList } from "./model/UserList.ts"
import { ModelProvider } from "./Runtime.tsx"
import type { Model } from "./Runtime.tsx"
import { logIn } from "./screens/LogIn/commands.ts"
import * as Terminal from "./Terminal.tsx"
import * as Theme from "./theme.ts"
import * as Ui from "./Ui.ts"

/** The models of the screens, over core's services. */
export const layer: Layer.Layer<Account | UserList | PodList, never, Client.Client> = Layer.mergeAll(
  UserList.layer,
  PodList.layer
).pipe(Layer.provideMerge(Account.layer))

/** Everything that {@link run} needs for a region of the service, over the network. */
export const layerLive = <E,>(
  region: Layer.Layer<Region.Region, E>
): Layer.Layer<Account | UserList | PodList | Region.Region, E> =>
  layer.pipe(Layer.provide(Client.layer), Layer.provide(HttpFetch.layer), Layer.provideMerge(region))

export interface Options {
  /** Logs in with these at the start; without, the log-in form comes first. */
  readonly credentials: Credentials | undefined
  readonly streams: Terminal.Streams
}

/** Runs the program on a terminal until one quits. */
export const run = Effect.fnUntraced(function* ({ credentials, streams }: Options) {
  const region = yield* Region.Region
  const quit = yield* Deferred.make<void, Terminal.Crashed>()
  const fork = yield* FiberSet.makeRuntime()
  const model: Model = {
    region: { name: region.name, address: region.apiUrl },
    account: yield* Account,
    users: yield* UserList,
    pods: yield* PodList,
    ui: Cell.make(Ui.initial),
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
  if (credentials !== undefined) model.run(logIn(model, credentials))
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
