import { Region } from "@remote-assist/core"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as Result from "effect/Result"

import type { Credentials } from "../engine/Account.ts"
import { Account } from "../engine/Account.ts"
import type { Bulk } from "../engine/Bulk.ts"
import type { Changes } from "../engine/Changes.ts"
import type { EnvironmentKind } from "../engine/Environment.ts"
import { Environment } from "../engine/Environment.ts"
import type { Columns } from "../engine/lists/Columns.ts"
import type { Histories } from "../engine/lists/History.ts"
import type { Lists } from "../engine/lists/Lists.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Viewport from "../engine/lists/Viewport.ts"
import type { LiveUpdates } from "../engine/LiveUpdates.ts"
import { underWay } from "../engine/Memory.ts"
import type { Notices } from "../engine/Notices.ts"
import type { Observable } from "../engine/Observable.ts"
import { Requests } from "../engine/Requests.ts"
import type { ActiveTab, Tabs } from "../engine/Tabs.ts"
import type { Watch } from "../engine/Watch.ts"
import type { Opener } from "../input/Opener.ts"
import type { Keys } from "../keymap/Keys.ts"
import { Profile } from "../profiles/Profile.ts"
import type { LoggedRequest } from "../requests/LoggedRequest.ts"
import { findResource, resources } from "../resources/resources.ts"
import type { Connection } from "../resources/session.ts"
import type { SessionOwner } from "../session/Credentials.ts"
import { SessionStorage } from "../session/Credentials.ts"
import { notKnown } from "../text/notKnown.ts"
import type { Ui } from "./Ui.ts"

/** How far what is read scrolls: what was drawn last knows it. */
interface ScrollLimits {
  /** The furthest first line. */
  maxTop: number
  /** How many lines are a screenful. */
  page: number
}

/** A profile that one can go on with. */
export interface ProfileChoice {
  readonly name: string
  readonly region: string
  readonly address: string
  readonly isReadOnly: boolean
  /** Whose session is kept for it. */
  readonly whose: SessionOwner | undefined
}

/** How many rows have been written, and of how many where that is known. */
export interface ExportProgress {
  readonly path: string
  readonly read: number
  readonly of: number | undefined
  /** Gives it up: nothing is written then. */
  readonly stop: () => void
}

/** What views and commands work with. State is in cells, so that several keys in a row each see what the last did. */
export interface Model {
  readonly region: { readonly name: string; readonly address: string }
  /** What answers there. */
  readonly place: Observable<EnvironmentKind>
  /** Asks what does, unless that is known. */
  readonly findPlace: Effect.Effect<EnvironmentKind>
  readonly profile: Profile["Service"]
  /** What each key does. */
  readonly keys: Keys
  /** The profiles that there are, and where each leads. */
  readonly profiles: ReadonlyArray<ProfileChoice>
  /** What is written to a file. */
  readonly exporting: Observable<ExportProgress | undefined>
  /** What files are written with. */
  readonly files: Context.Context<FileSystem.FileSystem | Path.Path>
  /** What was sent. */
  readonly requests: Requests["Service"]
  /** A request as programs send it. */
  readonly curlOf: (request: LoggedRequest) => Effect.Effect<string>
  /** Copies a text to the clipboard of the terminal, or says why it cannot. */
  readonly copy: (text: string) => Result.Result<void, string>
  /** Opens addresses in the browser. */
  readonly opener: Opener
  /** What the settings say to log in with. */
  readonly given: Credentials | undefined
  /** Whether sessions are kept for the commands that follow. */
  readonly isKept: boolean
  readonly account: Account["Service"]
  readonly lists: Lists
  /** Of the list that grows while one looks. */
  readonly liveUpdates: LiveUpdates
  readonly changes: Changes
  /** What is done to the rows that are marked. */
  readonly bulk: Bulk
  readonly columns: Columns
  /** What was read of opened rows. */
  readonly tabs: Tabs
  /** The list that is asked for again and again. */
  readonly watch: Watch
  /** The filters that were typed. */
  readonly histories: Histories
  readonly notices: Notices
  readonly ui: Observable<Ui>
  readonly scrollLimits: ScrollLimits
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs an effect until it is done or the program ends. A defect in it ends the program. */
  readonly run: (effect: Effect.Effect<void>) => void
  /** Ends the program, or goes on with another profile. */
  readonly quit: (profile?: string) => void
}

/** Everything that changes, and with it what is shown. */
export const cellsOf = ({
  account,
  bulk,
  changes,
  columns,
  exporting,
  liveUpdates,
  lists,
  notices,
  place,
  requests,
  tabs,
  ui,
  watch
}: Model) => [
  ui,
  tabs.state,
  place,
  liveUpdates.state,
  requests.state,
  requests.offlineSince,
  exporting,
  bulk.state,
  columns.state,
  watch.state,
  account.state,
  changes.state,
  notices.state,
  ...lists.all.map(({ state }) => state),
  ...resources.map((resource) => lists.marksOf(resource).state)
]

/** What has to be over before one leaves an account, a profile or the program. */
export interface UnfinishedWork {
  /** A part of a sentence: `A change is under way`. */
  readonly what: string
  /** What there is then. */
  readonly until: string
}

/** What is under way; nothing where one can leave at once. */
export const unfinishedWork = ({
  changes,
  exporting
}: Pick<Model, "changes" | "exporting">): UnfinishedWork | undefined => {
  const count = underWay(changes.state.get())
  if (count > 0)
    return { what: `${count === 1 ? "A change is" : `${count} changes are`} under way`, until: "the answer is there" }
  return exporting.get() === undefined ? undefined : { what: "A file is being written", until: "it is there" }
}

/** Makes what tells where one is connected to, as it is then, and where one could be. */
export const connectionsOf = Effect.fnUntraced(function* (profiles: ReadonlyArray<ProfileChoice>) {
  const account = yield* Account
  const place = yield* Environment
  const profile = yield* Profile
  const region = yield* Region.Region
  const requests = yield* Requests
  const { isKept } = yield* SessionStorage

  return Effect.gen(function* (): Effect.fn.Return<ReadonlyArray<Connection>> {
    const { readOnly } = profile
    const standing = yield* account.standing
    const { refused, whose } = account.state.get()
    const kind = place.kind.get()
    return [
      {
        name: profile.name ?? "",
        region: region.name,
        address: region.apiUrl,
        readOnly,
        isCurrent: true,
        place: kind,
        whose,
        standing,
        refused,
        isLost: requests.offlineSince.get() !== undefined,
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

const mostNamed = 3

/** The import of which rows are being sent. */
const importOf = (ui: Model["ui"]) => {
  const { suspended, overlay } = ui.get()
  const found = [overlay, suspended].find((each) => each?._tag === "Import" && each.step === "sending")
  return found?._tag === "Import" ? found : undefined
}

/** Whether there are rows that are finished before the program ends, so that none is sent of which nothing is noted. */
export const isImporting = ({ ui }: Pick<Model, "ui">): boolean => importOf(ui) !== undefined

/** What nobody knows of what is under way, where the program ends before the answers are there: sentences. */
export const unfinishedWarning = ({
  changes,
  exporting,
  ui
}: Pick<Model, "changes" | "exporting" | "ui">): string | undefined => {
  const { group, pending } = changes.state.get()
  const doing = [...pending.values()].map(({ of, said }) => `${said} ${of}`.trim())
  const more = doing.length > mostNamed ? ` and ${doing.length - mostNamed} more` : ""
  const rest = group === undefined || group.isOver ? 0 : group.rows.length - group.results.size - doing.length
  const file = exporting.get()
  const importing = importOf(ui)
  const sentences = [
    ...(doing.length === 0 ? [] : [notKnown(`${doing.slice(0, mostNamed).join(", ")}${more}`)]),
    ...(rest > 0 ? [`${rest} more of what was marked were not begun.`] : []),
    ...(importing === undefined
      ? []
      : [
          `What was sent of ${importing.file} was left after ${importing.done} of ${importing.total} rows: import the file again, which looks up what became of those that were under way. They are waited for; Ctrl-C or another signal ends at once.`
        ]),
    ...(file === undefined ? [] : [`${file.path} was not written.`])
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

/** The tab of the selected row that is looked at, where it is one that is asked for. */
export const activeTab = ({ account, lists, ui }: Pick<Model, "account" | "lists" | "ui">): ActiveTab | undefined => {
  const { details, screen, tab } = ui.get()
  const query = screen.tabs?.[tab]?.query
  if (!details || query === undefined || account.state.get().who === undefined) return undefined
  const row = ListState.selected(lists.of(screen).state.get())
  return row === undefined ? undefined : { resource: screen, query, row }
}

/** Has a list that is on screen know how many of its rows have room: that of an import, or that of a resource. */
export const resize = ({ lists, ui }: Model, name: string, height: number): void => {
  const { overlay } = ui.get()
  if (overlay?._tag !== "Import") return lists.of(findResource(name)).resize(height)
  ui.update((now) => ({ ...now, overlay: { ...overlay, view: Viewport.withHeight(overlay.view, height) } }))
}
