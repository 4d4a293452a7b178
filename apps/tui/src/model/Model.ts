import { Region } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Account } from "../engine/Account.ts"
import { Bulk } from "../engine/Bulk.ts"
import { Changes, countUnfinished } from "../engine/Changes.ts"
import { Environment } from "../engine/Environment.ts"
import { FilterHistory } from "../engine/FilterHistory.ts"
import { Columns, Lists } from "../engine/lists/Lists.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Viewport from "../engine/lists/Viewport.ts"
import { LiveUpdates } from "../engine/LiveUpdates.ts"
import { Notices } from "../engine/Notices.ts"
import { Program } from "../engine/Program.ts"
import { Tabs } from "../engine/Tabs.ts"
import type { ActiveTab } from "../engine/Tabs.ts"
import { Watch } from "../engine/Watch.ts"
import type { Clipboard } from "../input/Clipboard.ts"
import type { Opener } from "../input/Opener.ts"
import type { Keys } from "../keymap/Keys.ts"
import * as Observable from "../Observable.ts"
import { outcomeUnknown } from "../Problem.ts"
import { Profile } from "../profiles/Profile.ts"
import { Requests } from "../requests/Requests.ts"
import { resources } from "../resources/resources.ts"
import { Connections } from "../resources/session.ts"
import type { Connection } from "../resources/session.ts"
import type { Credentials, SessionOwner } from "../session/Credentials.ts"
import { SessionStorage } from "../session/Credentials.ts"
import { UiStore } from "./Ui.ts"

/** A profile to switch to. */
export interface ProfileChoice {
  readonly name: string
  readonly region: string
  readonly address: string
  readonly isReadOnly: boolean
  /** The owner of its stored session. */
  readonly whose: SessionOwner | undefined
}

/** The progress of an export. */
export interface ExportProgress {
  readonly path: string
  /** The number of written rows. */
  readonly read: number
  /** The number of all rows, if known. */
  readonly of: number | undefined
  /** Cancels the export; nothing is written. */
  readonly stop: () => void
}

/** The running export. */
export class Exporting extends Context.Service<Exporting, Observable.Observable<ExportProgress | undefined>>()(
  "@remote-assist/tui/Exporting"
) {
  static readonly layer = Layer.sync(Exporting, () => Observable.make<ExportProgress | undefined>(undefined))
}

/** What the terminal UI is started with. */
export class Options extends Context.Service<
  Options,
  {
    /** The configured credentials. */
    readonly credentials: Credentials | undefined
    readonly profiles: ReadonlyArray<ProfileChoice>
    readonly keys: Keys
    readonly clipboard: Clipboard
    /** Opens addresses in the browser. */
    readonly opener: Opener
  }
>()("@remote-assist/tui/Options") {}

const option = <Name extends keyof Options["Service"]>(name: Name) => Effect.map(Options, (options) => options[name])

/** The services that views and commands use, from the layers of `Tui.ts`. */
export const make = Effect.all({
  account: Account,
  bulk: Bulk,
  changes: Changes,
  clipboard: option("clipboard"),
  columns: Columns,
  credentials: option("credentials"),
  environment: Environment,
  exporting: Exporting,
  history: FilterHistory,
  keys: option("keys"),
  lists: Lists,
  liveUpdates: LiveUpdates,
  notices: Notices,
  opener: option("opener"),
  profile: Profile,
  profiles: option("profiles"),
  program: Program,
  region: Region.Region,
  requests: Requests,
  storage: SessionStorage,
  tabs: Tabs,
  ui: UiStore,
  watch: Watch
})

export interface Model extends Effect.Success<typeof make> {}

/** Returns everything that changes what is shown. */
export const observables = (model: Model) => [
  model.ui,
  model.tabs.state,
  model.environment.kind,
  model.liveUpdates.isFollowing,
  model.requests.state,
  model.requests.offlineSince,
  model.exporting,
  model.bulk.state,
  model.columns.state,
  model.watch.state,
  model.account.state,
  model.changes.state,
  model.notices.state,
  ...model.lists.all.map(({ state }) => state),
  ...resources.map((resource) => model.lists.marksOf(resource).state)
]

/** Work that must finish before the user leaves an account, a profile or the program. */
export interface UnfinishedWork {
  /** The beginning of a sentence: `A change is under way`. */
  readonly what: string
  /** What ends it. */
  readonly until: string
}

export const unfinishedWork = ({
  changes,
  exporting
}: Pick<Model, "changes" | "exporting">): UnfinishedWork | undefined => {
  const count = countUnfinished(changes.state.get())
  if (count > 0)
    return { what: `${count === 1 ? "A change is" : `${count} changes are`} under way`, until: "the answer is there" }
  return exporting.get() === undefined ? undefined : { what: "A file is being written", until: "it is there" }
}

const runningImport = (ui: Model["ui"]) => {
  const { overlay, suspended } = ui.get()
  const found = [overlay, suspended].find((each) => each?._tag === "Import" && each.step === "sending")
  return found?._tag === "Import" ? found : undefined
}

/** Whether rows of an import are being sent: the program waits for them, so that each outcome is stored. */
export const isImporting = ({ ui }: Pick<Model, "ui">): boolean => runningImport(ui) !== undefined

const maxNames = 3

/** Returns a warning about changes whose outcome is unknown if the program ends now, in sentences. */
export const unfinishedWarning = ({
  changes,
  exporting,
  ui
}: Pick<Model, "changes" | "exporting" | "ui">): string | undefined => {
  const { batch, pending } = changes.state.get()
  const names = [...pending.values()].map(({ label, target }) => `${label} ${target}`.trim())
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ""
  const rest = batch === undefined || batch.isOver ? 0 : batch.rows.length - batch.results.size - names.length
  const file = exporting.get()
  const importing = runningImport(ui)
  const sentences = [
    ...(names.length === 0 ? [] : [outcomeUnknown(`${names.slice(0, maxNames).join(", ")}${more}`)]),
    ...(rest > 0 ? [`${rest} more of what was marked were not begun.`] : []),
    ...(importing === undefined
      ? []
      : [
          `The import of ${importing.file} stopped after ${importing.done} of ${importing.total} rows: import the file again to resume. The rows under way are finished first; Ctrl-C or another signal ends at once.`
        ]),
    ...(file === undefined ? [] : [`${file.path} was not written.`])
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

/** Returns the active tab of the selected row, if a query fills it. */
export const activeTab = ({ account, lists, ui }: Pick<Model, "account" | "lists" | "ui">): ActiveTab | undefined => {
  const { details, screen, tab } = ui.get()
  const query = screen.tabs?.[tab]?.query
  if (!details || query === undefined || account.state.get().who === undefined) return undefined
  const row = ListState.selected(lists.of(screen).state.get())
  return row === undefined ? undefined : { resource: screen, query, row }
}

/** Sets the height of a visible list: that of an import, or that of a resource. */
export const resize = ({ lists, ui }: Model, name: string, height: number): void => {
  const { overlay } = ui.get()
  if (overlay?._tag !== "Import") return lists.of({ name }).resize(height)
  ui.update((now) => ({ ...now, overlay: { ...overlay, view: Viewport.withHeight(overlay.view, height) } }))
}

/** Layer for the rows of the session screen: the current connection and the other profiles. */
export const layerConnections = Layer.effect(
  Connections,
  Effect.gen(function* () {
    const account = yield* Account
    const { kind } = yield* Environment
    const { profiles } = yield* Options
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
            place: undefined,
            standing: undefined,
            refused: undefined,
            isLost: false,
            isKept: true
          }))
      ]
    })
  })
)
