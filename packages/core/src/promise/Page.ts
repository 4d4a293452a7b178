/** One page of a list. The totals count the whole list as it is filtered, not the page. */
export interface Page<Entry> {
  /** The entries of this page. */
  readonly entries: ReadonlyArray<Entry>
  /** How many entries the list has. */
  readonly total_entries: number
  /** How many pages the list has. */
  readonly total_pages: number
  /** Which page this is, from 1. */
  readonly page: number
  /** How many entries a page has at the most. */
  readonly page_size: number
}

/**
 * The answer to a change. The interface does not show its body: `entry` is there when the body is a user, and `body` is
 * what came.
 */
export interface Acknowledged<Entry> {
  /** The resource as the service has it now, if it answers it. */
  readonly entry: Entry | undefined
  /** The body as it came: `null` when it is empty, a text when it is not JSON. */
  readonly body: unknown
}

/** The addresses of a picture's sizes. */
export interface AvatarSizes {
  /** Address of the picture as it was uploaded. */
  readonly original?: string | null
  /** Address of the small one. */
  readonly thumb?: string | null
  /** When it was uploaded. */
  readonly timestamp?: string | null
  /** Address of the picture. */
  readonly url?: string | null
}

/** A picture: its address, or the addresses of its sizes. */
export type Avatar = string | AvatarSizes
