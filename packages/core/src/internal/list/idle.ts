import { recent } from "./recent.ts"

const mostIdle = 50

/** What a list is broken by that has page after page without an entry that is new. */
export const allIdle = `${mostIdle} pages in a row have no entry that is new`

/**
 * Tells whether too many pages in a row had no entry that is new. Not so many count as are known to be due: of a page
 * that is read again, or of entries that were added before it.
 */
export const idle = (): ((ids: ReadonlyArray<unknown>, due: number) => boolean) => {
  const isNew = recent()
  let pages = 0
  return (ids, due) => {
    pages = ids.filter(isNew).length > 0 ? 0 : pages + 1 - due
    return pages >= mostIdle
  }
}
