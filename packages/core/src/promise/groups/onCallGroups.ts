import * as Core from "../../OnCallGroups.ts"
import type { CallOptions, WalkOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Avatar, Page } from "../Page.ts"
import type { Walk } from "../Walk.ts"

/** A group whose members take calls. Only `id` is certain. */
export interface OnCallGroup {
  /** Picture of the group. */
  readonly avatar?: Avatar | null
  /** What it is for. */
  readonly description?: string | null
  /** Number of the enterprise. */
  readonly enterprise_id?: number | null
  /** Whether it is a favorite of the caller. */
  readonly favorite?: boolean | null
  /** Number of the group. */
  readonly id: number
  /** Its name. */
  readonly name?: string | null
  /** Whether it is a group whose members take calls. */
  readonly on_call_group?: boolean | null
}

/** Which on-call groups to walk. */
export interface OnCallGroupFilter {
  /** Keys to order by, such as `name`. */
  readonly order?: string | undefined
  /** One clause such as `name=Hydraulics`, unencoded. */
  readonly filter?: string | undefined
  /** Entries of a page; 20 unless set. */
  readonly page_size?: number | undefined
}

/** Which on-call groups to list. */
export interface OnCallGroupQuery extends OnCallGroupFilter {
  /** Which page, from 1. */
  readonly page?: number | undefined
}

/** Lists on-call groups and marks favorites. */
export interface OnCallGroups {
  /** Lists one page of groups. */
  readonly list: (query?: OnCallGroupQuery, options?: CallOptions) => CallPromise<Page<OnCallGroup>>
  /** Walks the groups of every page, each once. */
  readonly stream: (query?: OnCallGroupFilter, options?: WalkOptions) => Walk<OnCallGroup>
  /** Walks the pages; a list that got shorter meanwhile rejects with `ListChanged` at its end. */
  readonly pages: (query?: OnCallGroupFilter, options?: WalkOptions) => Walk<Page<OnCallGroup>>
  /** Makes a group a favorite of the caller. */
  readonly favorite: (id: number, options?: CallOptions) => CallPromise<string>
  /** Takes a group off the caller's favorites. */
  readonly unfavorite: (id: number, options?: CallOptions) => CallPromise<string>
}

const of = Group.of(Core.OnCallGroupsGroup)

const id = Group.number("the group's id")

/** The group of the on-call groups, for `connectTo`. */
export const onCallGroups: Group.Group<OnCallGroups> = Group.make<OnCallGroups>()(
  Core.OnCallGroups,
  Core.OnCallGroups.layer,
  "OnCallGroups",
  {
    list: of.call("list", of.query("list")),
    stream: of.walk("list", "entries"),
    pages: of.walk("list", "pages"),
    favorite: of.call("favorite", id),
    unfavorite: of.call("unfavorite", id)
  }
)
