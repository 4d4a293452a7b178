import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as Result from "effect/Result"

import type { Account, Credentials } from "../engine/account/Account.ts"
import type { Cell } from "../engine/Cell.ts"
import type { Bulk } from "../engine/changes/Bulk.ts"
import type { Changes } from "../engine/changes/Changes.ts"
import type { Kind } from "../engine/connection/Place.ts"
import type { Requests } from "../engine/connection/Requests.ts"
import type { Tabs } from "../engine/inquiries/Tabs.ts"
import type { Columns } from "../engine/lists/Columns.ts"
import type { Histories } from "../engine/lists/History.ts"
import type { Lists } from "../engine/lists/Lists.ts"
import type { Notices } from "../engine/Notices.ts"
import type { Following } from "../engine/watching/Following.ts"
import type { Watch } from "../engine/watching/Watch.ts"
import type { Opener } from "../input/Opener.ts"
import type { Keys } from "../keymap/Keys.ts"
import type { Profile } from "../profiles/Profile.ts"
import type { Kept } from "../requests/Kept.ts"
import { resources } from "../resources/registry.ts"
import type { Whose } from "../session/Credentials.ts"
import type { Ui } from "./Ui.ts"

/** How far what is read scrolls: what was drawn last knows it. */
export interface Reach {
  /** The furthest first line. */
  lines: number
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
  readonly whose: Whose | undefined
}

/** How many rows have been written, and of how many where that is known. */
export interface Exporting {
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
  readonly place: Cell<Kind>
  /** Asks what does, unless that is known. */
  readonly findPlace: Effect.Effect<Kind>
  readonly profile: Profile["Service"]
  /** What each key does. */
  readonly keys: Keys
  /** The profiles that there are, and where each leads. */
  readonly profiles: ReadonlyArray<ProfileChoice>
  /** What is written to a file. */
  readonly exporting: Cell<Exporting | undefined>
  /** What files are written with. */
  readonly files: Context.Context<FileSystem.FileSystem | Path.Path>
  /** What was sent. */
  readonly requests: Requests["Service"]
  /** A request as programs send it. */
  readonly curlOf: (request: Kept) => Effect.Effect<string>
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
  readonly following: Following
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
  readonly ui: Cell<Ui>
  readonly reach: Reach
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
  following,
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
  following.state,
  requests.state,
  requests.lostAt,
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
