import { Exit } from "@remote-assist/cli/Process"
import { endAtNext } from "@remote-assist/cli/Signals"
import { Region, TokenStore } from "@remote-assist/core"
import type { Http } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"

import { connect, resume, watchAccount } from "./commands/accountCommands.ts"
import * as Commands from "./commands/Commands.ts"
import { dispatchKeys, dispatchMouse, pasteInto } from "./commands/input.ts"
import { followWatch } from "./commands/listCommands.ts"
import { showReport } from "./commands/readerCommands.ts"
import { watchBoxes } from "./commands/resourceCommands.ts"
import { watchTab as watchTabs } from "./commands/tabCommands.ts"
import { Account } from "./engine/Account.ts"
import type { Credentials } from "./engine/Account.ts"
import * as Bulk from "./engine/Bulk.ts"
import * as Changes from "./engine/Changes.ts"
import * as ControlPlane from "./engine/ControlPlane.ts"
import { Environment, detect } from "./engine/Environment.ts"
import * as Columns from "./engine/lists/Columns.ts"
import * as Histories from "./engine/lists/History.ts"
import * as Lists from "./engine/lists/Lists.ts"
import * as LiveUpdates from "./engine/LiveUpdates.ts"
import { isUnderWay } from "./engine/Memory.ts"
import * as Notices from "./engine/Notices.ts"
import * as Observable from "./engine/Observable.ts"
import * as Requests from "./engine/Requests.ts"
import { layerClient } from "./engine/Signer.ts"
import * as Tabs from "./engine/Tabs.ts"
import * as Watch from "./engine/Watch.ts"
import * as Clipboard from "./input/Clipboard.ts"
import * as Opener from "./input/Opener.ts"
import * as Keys from "./keymap/Keys.ts"
import * as LogInForm from "./model/logInForm.ts"
import { cellsOf, connectionsOf, isImporting, unfinishedWarning } from "./model/Model.ts"
import type { ExportProgress, Model, ProfileChoice } from "./model/Model.ts"
import * as Ui from "./model/Ui.ts"
import { Profile } from "./profiles/Profile.ts"
import { exitCodes } from "./renderers/headless/output.ts"
import { showLines } from "./renderers/linear/Speaker.ts"
import * as Renderer from "./renderers/Renderer.ts"
import { onConsole } from "./renderers/screen/console.ts"
import { drawing } from "./renderers/screen/drawing.ts"
import * as Terminal from "./renderers/screen/Terminal.ts"
import * as RequestRecorder from "./requests/RequestRecorder.ts"
import { resources } from "./resources/resources.ts"
import { Connections } from "./resources/session.ts"
import type { SessionOwner } from "./session/Credentials.ts"
import { SessionStorage } from "./session/Credentials.ts"
import * as Theme from "./theme.ts"

/** Everything that {@link run} needs besides a region, whose service is an emulator, over a way to send requests. */
export const layerEmulator = <R>(http: Layer.Layer<Http.Http, never, R>) =>
  Account.layer.pipe(
    Layer.provideMerge(layerClient),
    Layer.provideMerge(TokenStore.TokenStore.layerMemory),
    Layer.provideMerge(ControlPlane.layer),
    Layer.provideMerge(RequestRecorder.layer(Requests.layer(http))),
    Layer.provideMerge(Environment.layerEmulator),
    Layer.provideMerge(Layer.succeed(Profile, { name: undefined, readOnly: undefined }))
  )

export interface Options {
  /** Logs in with these at the start, and when a session has ended; without, the log-in form comes first. */
  readonly credentials: Credentials | undefined
  /** Whose session is kept, which is gone on with at the start. */
  readonly stored?: SessionOwner | undefined
  readonly streams: Terminal.Streams
  /** Whose log-in form comes first, where nothing more is known. */
  readonly email?: string | undefined
  /** The profiles that one can go on with. */
  readonly profiles?: ReadonlyArray<ProfileChoice>
  /** What each key does, where that is not as usual. */
  readonly keys?: Keys.Keys | undefined
  /** What is told first, such as why another profile cannot be used. */
  readonly told?: string | undefined
  /** Says in lines what changes, for a screen reader, instead of drawing it. */
  readonly screenReader?: boolean
  /** What opens addresses; the desktop's unless set. */
  readonly opener?: Opener.Opener
  /** Whether the mouse is the program's; else it selects text, as the terminal has it. */
  readonly mouse?: boolean
  /** Milliseconds since the epoch; the time of the machine unless set. */
  readonly now?: () => number
}

const subscribing =
  (cells: ReadonlyArray<Pick<Observable.Observable<unknown>, "subscribe">>) => (listener: () => void) => {
    const unsubscribe = cells.map(({ subscribe }) => subscribe(listener))
    return () => {
      for (const each of unsubscribe) each()
    }
  }

/** Tells what was left under way; where that is waited for, the next signal does not. */
const tellLeft = (model: Model, left: string | undefined) => {
  if (isImporting(model)) endAtNext()
  return left === undefined ? Effect.void : Console.error(left)
}

/** Runs the program on a terminal until one quits, or chooses another profile, whose name it succeeds with. */
export const run = Effect.fnUntraced(function* (given: Options) {
  const { credentials, mouse = true, screenReader = false, stored, streams, ...options } = given
  const region = yield* Region.Region
  const quit = yield* Deferred.make<string | undefined, Renderer.Crashed>()
  const fork = yield* FiberSet.makeRuntime()
  const clock = yield* Clock.Clock
  const now = options.now ?? (() => clock.currentTimeMillisUnsafe())
  const account = yield* Account
  const place = yield* Environment
  const profile = yield* Profile
  const requests = yield* Requests.Requests
  const keys = options.keys ?? Keys.defaultKeys
  const profiles = options.profiles ?? []
  const { isKept } = yield* SessionStorage
  const lists = yield* Effect.provideService(
    Lists.make(account, (now) => requests.offlineSince.update((since) => since ?? now)),
    Connections,
    yield* connectionsOf(profiles)
  )
  const notices = Notices.make(now)
  const ui = Observable.make(
    options.email === undefined ? Ui.initial : { ...Ui.initial, logIn: LogInForm.fromAccount({ who: options.email }) }
  )
  const changes = Changes.make({
    account,
    lists,
    notices,
    whyReadOnly: () => profile.readOnly,
    isHere: ({ group, name }) => {
      const { screen } = ui.get()
      return screen.name === name || (group !== undefined && screen.group === group)
    },
    undoKey: keys.keyOf("changes.undo"),
    onReport: (report) => showReport({ ui }, report)
  })
  const watching = yield* Watch.make({
    lists,
    notices,
    isInSight: (resource) => Ui.showsList(ui.get(), resource) && !isUnderWay(changes.state.get())
  })
  let left: string | undefined
  const model: Model = {
    region: { name: region.name, address: region.apiUrl },
    place: place.kind,
    findPlace: place.find,
    profile,
    keys,
    profiles,
    exporting: Observable.make<ExportProgress | undefined>(undefined),
    files: yield* Effect.context<FileSystem.FileSystem | Path.Path>(),
    requests,
    // loaded on demand: few users ask for it
    curlOf: (outgoing) =>
      Effect.map(
        Effect.promise(() => import("./requests/curl.ts")),
        (curl) => curl.format(outgoing, region)
      ),
    copy: Clipboard.make(streams.stdout, process.env).copy,
    opener: options.opener ?? Opener.make(process.platform, process.env),
    given: credentials,
    isKept,
    account,
    lists,
    // what goes on by itself would be spoken without an end
    liveUpdates: yield* LiveUpdates.make(
      lists,
      resources.find(({ follow }) => follow !== undefined),
      !screenReader,
      ({ todo, what }) => notices.tell("problem", `${what} ${todo}`)
    ),
    notices,
    changes,
    bulk: Bulk.make({ account, changes, lists, notices }),
    columns: Columns.make(),
    tabs: yield* Tabs.make({ account, lists }),
    histories: Histories.make(),
    ui,
    watch: watching,
    scrollLimits: { maxTop: 0, page: 10 },
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
    quit: (profile) => {
      left = unfinishedWarning(model)
      Deferred.doneUnsafe(quit, Effect.succeed(profile))
    }
  }
  watchAccount(model)
  watchTabs(model)
  followWatch(model)
  watchBoxes(model)
  if (options.told !== undefined) notices.tell("problem", options.told)
  model.run(detect(place))
  if (credentials !== undefined) model.run(connect(model, credentials))
  else if (stored !== undefined) model.run(resume(model, stored))
  const command = Commands.make(model)
  const listener = { onKey: dispatchKeys(model, command), onPaste: pasteInto(model) }
  const draw = drawing(model, Theme.make(streams.colour))
  const subscribe = subscribing(cellsOf(model))
  const shown = screenReader
    ? showLines({ model, listener, subscribe, streams })
    : Terminal.show(
        {
          draw: streams.isConsole === true ? (size) => onConsole(draw(size)) : draw,
          listener,
          onPoint: mouse ? dispatchMouse(model, command) : undefined,
          subscribe
        },
        streams
      )
  const profileOrNone = yield* Effect.raceFirst(shown, Deferred.await(quit)).pipe(
    // by a signal, which does not wait for what is under way; the terminal is as it was by now
    Effect.onInterrupt(() => Effect.suspend(() => tellLeft(model, unfinishedWarning(model))))
  )
  if (left === undefined) return profileOrNone
  yield* tellLeft(model, left)
  return yield* new Exit({ code: exitCodes.partly })
}, Effect.scoped)
