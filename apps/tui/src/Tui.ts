import { Exit } from "@remote-assist/cli/Process"
import { endAtNext } from "@remote-assist/cli/Signals"
import { Region } from "@remote-assist/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { connect, resume } from "./commands/accountCommands.ts"
import { dispatchKeys, dispatchMouse, makeCommands, paste } from "./commands/dispatch.ts"
import * as Reactions from "./commands/reactions.ts"
import { Account } from "./engine/Account.ts"
import { Bulk } from "./engine/Bulk.ts"
import { Changes } from "./engine/Changes.ts"
import { detect, Environment } from "./engine/Environment.ts"
import { FilterHistory } from "./engine/FilterHistory.ts"
import { Columns, Lists } from "./engine/lists/Lists.ts"
import { Notices, Program } from "./engine/Program.ts"
import { Tabs } from "./engine/Tabs.ts"
import { LiveUpdates, Watch } from "./engine/Watch.ts"
import * as Clipboard from "./input/Clipboard.ts"
import * as Opener from "./input/Opener.ts"
import { defaultKeys } from "./keymap/Keys.ts"
import type { Keys } from "./keymap/Keys.ts"
import * as Model from "./model/Model.ts"
import { UiStore } from "./model/Ui.ts"
import * as UnfinishedWork from "./model/unfinishedWork.ts"
import { Profile } from "./profiles/Profile.ts"
import { exitCodes } from "./renderers/headless/output.ts"
import { showLines } from "./renderers/linear/Speaker.tsx"
import * as Screen from "./renderers/screen/Screen.tsx"
import type * as Terminal from "./renderers/Terminal.ts"
import { Requests } from "./requests/Requests.ts"
import { Connections } from "./resources/session.ts"
import type { Connection } from "./resources/session.ts"
import { SessionStorage } from "./session/Credentials.ts"
import type { Credentials, SessionOwner } from "./session/Credentials.ts"

export interface Options {
  /** Credentials to log in with at the start and after a session has ended. Default: show the log-in form. */
  readonly credentials: Credentials | undefined
  /** The owner of a stored session, which is resumed at the start. */
  readonly stored?: SessionOwner | undefined
  readonly streams: Terminal.Streams
  /** Fills in the log-in form. */
  readonly email?: string | undefined
  readonly profiles?: ReadonlyArray<Model.ProfileChoice>
  readonly keys?: Keys | undefined
  /** The first notice, such as why another profile cannot be used. */
  readonly notice?: string | undefined
  /** Prints changes as lines for a screen reader, instead of drawing. */
  readonly screenReader?: boolean
  /** Opens addresses (default: the desktop). */
  readonly opener?: Opener.Opener
  /** Whether the program handles the mouse (default: yes); otherwise the terminal selects text. */
  readonly mouse?: boolean
  /** Milliseconds since the epoch (default: the clock). */
  readonly now?: () => number
}

/** Layer for the services of the engine, from the bottom up. */
export const layerEngine = ({
  email,
  now,
  screenReader = false
}: Pick<Options, "email" | "now" | "screenReader"> = {}) =>
  Layer.mergeAll(
    Bulk.layer,
    Columns.layer,
    FilterHistory.layer,
    LiveUpdates.layer(!screenReader),
    UnfinishedWork.Exporting.layer,
    Tabs.layer,
    Watch.layer
  ).pipe(
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(Layer.mergeAll(Lists.layer, Notices.layer, UiStore.layer(email))),
    Layer.provideMerge(Program.layer(now))
  )

/** Layer for the rows of the session screen: the current connection and the other profiles. */
const layerConnections = Layer.effect(
  Connections,
  Effect.gen(function* () {
    const account = yield* Account
    const { kind } = yield* Environment
    const { profiles } = yield* Model.Options
    const profile = yield* Profile
    const region = yield* Region.Region
    const { offlineSince } = yield* Requests
    const { isKept } = yield* SessionStorage

    return Effect.map(account.standing, (standing): ReadonlyArray<Connection> => {
      const { refused, whose } = account.state.get()
      return [
        {
          name: profile.name ?? "",
          region: region.name,
          address: region.apiUrl,
          readOnly: profile.readOnly,
          isCurrent: true,
          place: kind.get(),
          whose,
          standing,
          refused,
          isLost: offlineSince.get() !== undefined,
          isKept
        },
        ...profiles
          .filter(({ name }) => name !== profile.name)
          .map(({ isReadOnly, ...other }) => ({
            ...other,
            readOnly: isReadOnly ? "its settings say so" : undefined,
            isCurrent: false,
            isKept: true
          }))
      ]
    })
  })
)

/** Layer for the services of the terminal UI. */
export const layer = (options: Options) => {
  const { credentials, keys = defaultKeys, opener, profiles = [], streams } = options
  return layerEngine(options).pipe(
    Layer.provide(layerConnections),
    Layer.provideMerge(
      Layer.sync(Model.Options, () => ({
        credentials,
        keys,
        profiles,
        clipboard: Clipboard.make(streams.stdout, process.env),
        opener: opener ?? Opener.make(process.platform, process.env)
      }))
    )
  )
}

/** Prints which work is unfinished. While an import finishes, the next signal ends the program at once. */
const warn = (model: Model.Model, warning: string | undefined) => {
  if (UnfinishedWork.isImporting(model)) endAtNext()
  return warning === undefined ? Effect.void : Console.error(warning)
}

/** Runs the terminal UI until the user quits, or chooses another profile, whose name it returns. */
export const run = (options: Options) =>
  Effect.gen(function* () {
    const { credentials, mouse = true, notice, screenReader = false, stored, streams } = options
    const model = yield* Model.make
    const { environment, notices, program } = model
    Reactions.subscribe(model)
    if (notice !== undefined) notices.show("problem", notice)
    program.run(detect(environment))
    if (credentials !== undefined) program.run(connect(model, credentials))
    else if (stored !== undefined) program.run(resume(model, stored))
    const runCommand = makeCommands(model)
    const listener = { onKey: dispatchKeys(model, runCommand), onPaste: paste(model) }
    const changes = Model.makeChanges(model)
    const onPoint = mouse ? dispatchMouse(model, runCommand) : undefined
    const shown = screenReader
      ? showLines({ model, changes, listener, streams })
      : Screen.show({ model, changes, listener, onPoint }, streams)
    let warning: string | undefined
    const ended = Effect.tap(program.ended, () =>
      Effect.sync(() => {
        warning = UnfinishedWork.unfinishedWarning(model)
      })
    )
    const profile = yield* Effect.raceFirst(shown, ended).pipe(
      // a signal does not wait for unfinished work; the terminal is restored by now
      Effect.onInterrupt(() => Effect.suspend(() => warn(model, UnfinishedWork.unfinishedWarning(model))))
    )
    if (warning === undefined) return profile
    yield* warn(model, warning)
    return yield* new Exit({ code: exitCodes.partly })
  }).pipe(Effect.provide(layer(options)), Effect.scoped)
