import * as Core from "../../Pods.ts"
import type { CallOptions, WalkOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Avatar, Page } from "../Page.ts"
import type { Walk } from "../Walk.ts"

/** A group of users, called pod in the API. Users without a given pod go to the `default` one. */
export interface Pod {
  /** Number of the pod. */
  readonly id: number
  /** Number of the enterprise it belongs to. */
  readonly enterprise_id?: number | null
  /** Its name. */
  readonly name?: string | null
  /** What it is for. */
  readonly description?: string | null
  /** Its picture. */
  readonly avatar?: Avatar | null
  /** Whether users without a given pod go here. */
  readonly default?: boolean | null
  /** How many users it has. */
  readonly user_count?: number | null
  /** How many of them administer it. */
  readonly admin_count?: number | null
  /** Pods below it; the interface does not show what they look like. */
  readonly subpods?: ReadonlyArray<unknown> | null
  /** Who administers it; the interface does not show what they look like. */
  readonly admins?: ReadonlyArray<unknown> | null
  /** Who belongs to it; the interface does not show what they look like. */
  readonly users?: ReadonlyArray<unknown> | null
  /** E-mail address, as deployed services send it. */
  readonly email?: string | null
  /** A flag that deployed services send. */
  readonly expert?: boolean | null
  /** Whether the caller may manage it, as deployed services send it. */
  readonly manage?: boolean | null
}

/** Which pods to walk. */
export interface PodFilter {
  /** One clause such as `updated_at>2026-01-31T10:00:00Z`, unencoded. */
  readonly filter?: string | undefined
  /** Entries of a page; 20 unless set. */
  readonly page_size?: number | undefined
}

/** Which pods to list. */
export interface PodQuery extends PodFilter {
  /** Which page, from 1. */
  readonly page?: number | undefined
}

/** Lists the pods of the enterprise. */
export interface Pods {
  /** Lists one page of pods. */
  readonly list: (query?: PodQuery, options?: CallOptions) => CallPromise<Page<Pod>>
  /** Walks the pods of every page, each once. */
  readonly stream: (query?: PodFilter, options?: WalkOptions) => Walk<Pod>
  /** Walks the pages; a list that got shorter meanwhile rejects with `ListChanged` at its end. */
  readonly pages: (query?: PodFilter, options?: WalkOptions) => Walk<Page<Pod>>
}

const of = Group.of(Core.PodsGroup)

/** The group of the pods, for `connectTo`. */
export const pods: Group.Group<Pods> = Group.make<Pods>()(Core.Pods, Core.Pods.layer, "Pods", {
  list: of.call("list", of.query("list")),
  stream: of.walk("list", "entries"),
  pages: of.walk("list", "pages")
})
