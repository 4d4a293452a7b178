import { Client, Region } from "@remote-assist/core"
import type { Http } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"

import { connect, resume, watch } from "./commands/accountCommands.ts"
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
import { Place } from "./engine/Place.ts"
import * as Clipboard from "./input/Clipboard.ts"
import * as LogInForm from "./model/logInForm.ts"
import { cellsOf } from "./model/Model.ts"
import type { Exporting, Model, ProfileChoice } from "./model/Model.ts"
import * as Ui from "./model/Ui.ts"
import { Profile } from "./profiles/Profile.ts"
import * as Linear from "./renderers/linear/show.ts"
import * as Renderer from "./renderers/Renderer.ts"
import { drawing } from "./renderers/screen/drawing.ts"
import * as Terminal from "./renderers/screen/Terminal.ts"
import * as Recording from "./requests/Recording.ts"
import * as Requests from "./requests/Requests.ts"
import * as Theme from "./theme.ts"

/** Everything that {@link run} needs besides a region, whose service is an emulator, over a way to send requests. */
export const layerEmulator = <R>(http: Layer.Layer<Http.Http, never, R>) =>
  Account.layer.pipe(
    Layer.provideMerge(Client.layer),
    Layer.provideMerge(Recording.layer(Requests.layer(http))),
    Layer.provideMerge(Place.layerEmulator),
    Layer.provideMerge(Layer.succeed(Profile, { name: undefined, readOnly: undefined }))
  )

export interface Options {
  /** Logs in with these at the start, and when a session has ended; without, the log-in form comes first. */
  readonly credentials: Credentials | undefined
  /** Who has a session that is kept, which is gone on with at the start. */
  readonly stored?: string | undefined
  readonly streams: Terminal.Streams
  /** Whose log-in form comes first, where nothing more is known. */
  readonly email?: string | undefined
  /** The profiles that one can go on with. */
  readonly profiles?: ReadonlyArray<ProfileChoice>
  /** What is told first, such as why another profile cannot be used. */
  readonly told?: string | undefined
  /** Says in lines what changes, for a screen reader, instead of drawing it. */
  readonly screenReader?: boolean
  /** Milliseconds since the epoch; the time of the machine unless set. */
  readonly now?: () => number
}

const subscribing = (cells: ReadonlyArray<Pick<Cell.Cell<unknown>, "subscribe">>) => (listener: () => void) => {
  const unsubscribe = cells.map(({ subscribe }) => subscribe(listener))
  return () => {
    for (const each of unsubscribe) each()
  }
}

/** Runs the program on a terminal until one quits, or chooses another profile, whose name it succeeds with. */
export const run = Effect.fnUntraced(function* (given: Options) {
  const { credentials, screenReader = false, stored, streams, ...options } = given
  const region = yield* Region.Region
  const quit = yield* Deferred.make<string | undefined, Renderer.Crashed>()
  const fork = yield* FiberSet.makeRuntime()
  const clock = yield* Clock.Clock
  const now = options.now ?? (() => clock.currentTimeMillisUnsafe())
  const account = yield* Account
  const place = yield* Place
  const profile = yield* Profile
  const requests = yield* Requests.Requests
  const lists = yield* Lists.make(account)
  const notices = Notices.make(now)
  const changes = Changes.make({ account, lists, notices, whyReadOnly: () => profile.readOnly })
  const model: Model = {
    region: { name: region.name, address: region.apiUrl },
    place: place.kind,
    profile,
    profiles: options.profiles ?? [],
    exporting: Cell.make<Exporting | undefined>(undefined),
    files: yield* Effect.context<FileSystem.FileSystem | Path.Path>(),
    requests,
    // few ask for it, and it takes a while to load
    codeOf: (outgoing) =>
      Effect.map(
        Effect.promise(() => Promise.all([import("./requests/curl.ts"), import("./requests/sdkCode.ts")])),
        ([curl, sdkCode]) => ({ curl: curl.of(outgoing, region), code: sdkCode.of(outgoing, region) })
      ),
    copy: Clipboard.make(streams.stdout, process.env).copy,
    given: credentials,
    account,
    lists,
    notices,
    changes,
    bulk: Bulk.make({ account, changes, lists, notices }),
    columns: Columns.make(),
    histories: Histories.make(),
    ui: Cell.make(options.email === undefined ? Ui.initial : { ...Ui.initial, logIn: LogInForm.ofWho(options.email) }),
    reach: { lines: 0, page: 10 },
    now,
    run: (effect) => {
      fork(
        Effect.onError(effect, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.void
            : Deferred.fail(quit, new Renderer.Crashed({ cause: Cause.squash(cause) }))
        )
      )
    },
    quit: (profile) => void Deferred.doneUnsafe(quit, Effect.succeed(profile))
  }
  watch(model)
  if (options.told !== undefined) notices.tell("problem", options.told)
  model.run(Effect.asVoid(place.find))
  if (credentials !== undefined) model.run(connect(model, credentials))
  else if (stored !== undefined) model.run(resume(model, stored))
  const listener = { onKey: dispatch.make(model), onPaste: dispatch.pasteInto(model) }
  const subscribe = subscribing(cellsOf(model))
  const shown = screenReader
    ? Linear.show({ model, listener, subscribe, streams })
    : Terminal.show({ draw: drawing(model, Theme.make(streams.colour)), listener, subscribe }, streams)
  return yield* Effect.raceFirst(shown, Deferred.await(quit))
}, Effect.scoped)
