/** The visible part of a list: `top` is the first of `height` rows, `cursor` the selected one. */
export interface Viewport {
  readonly total: number
  readonly height: number
  readonly top: number
  readonly cursor: number
}

export const empty: Viewport = { total: 0, height: 1, top: 0, cursor: 0 }

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** Selects a row, or the nearest one, and scrolls only as far as needed to show it. */
export const moveTo = (view: Viewport, row: number): Viewport => {
  const cursor = clamp(Math.trunc(row), 0, Math.max(0, view.total - 1))
  const shown = clamp(view.top, cursor - view.height + 1, cursor)
  return { ...view, cursor, top: clamp(shown, 0, Math.max(0, view.total - view.height)) }
}

export const moveBy = (view: Viewport, rows: number): Viewport => moveTo(view, view.cursor + rows)

/** Scrolls by a share of the height; the cursor stays on its line of the screen. */
export const scrollBy = (view: Viewport, share: number): Viewport => {
  const rows = Math.trunc(share * view.height) || Math.sign(share)
  return moveBy({ ...view, top: clamp(view.top + rows, 0, Math.max(0, view.total - view.height)) }, rows)
}

/** Scrolls by rows; the cursor stays on its row while that is visible. */
export const dragBy = (view: Viewport, rows: number): Viewport => {
  const top = clamp(view.top + rows, 0, Math.max(0, view.total - view.height))
  return moveTo({ ...view, top }, clamp(view.cursor, top, top + view.height - 1))
}

export const toStart = (view: Viewport): Viewport => moveTo(view, 0)

export const toEnd = (view: Viewport): Viewport => moveTo(view, view.total - 1)

/** Selects the row at a percentage of the list: 0 is the first, 100 the last. */
export const toPercent = (view: Viewport, percent: number): Viewport =>
  moveTo(view, Math.round(((view.total - 1) * clamp(percent, 0, 100)) / 100))

export const withTotal = (view: Viewport, total: number): Viewport => moveTo({ ...view, total }, view.cursor)

export const withHeight = (view: Viewport, height: number): Viewport =>
  moveTo({ ...view, height: Math.max(1, Math.trunc(height)) }, view.cursor)

/** Returns the visible rows, `to` exclusive. */
export const visible = (view: Viewport): { readonly from: number; readonly to: number } => ({
  from: view.top,
  to: Math.min(view.total, view.top + view.height)
})
