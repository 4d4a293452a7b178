interface Room {
  readonly width: number
  readonly height: number
  /** Lines taken by what is below the list. */
  readonly panel: number
  /** Whether details are asked for where they do not fit beside the list. */
  readonly details: boolean
  /** Whether the details have all of it. */
  readonly isFull: boolean
  /** How many rows there are. */
  readonly total: number
}

interface Layout {
  /** Rows of the list, without its heading; 0 hides it. */
  readonly rows: number
  readonly list: number
  readonly beside: boolean
  readonly details: { readonly width: number; readonly height: number } | undefined
}

export const gutter = 3

/** From this width on the details stand beside the list. */
const wide = 100
const leastRows = 3
const title = 1
const heading = 1

/** Shares the room out. What is typed or told comes first, then the list, then the details. */
export const of = ({ details, height, isFull, panel, total, width }: Room): Layout => {
  const room = Math.max(0, height - title - panel)
  if (isFull) return { rows: 0, list: width, beside: false, details: { width, height: room } }
  const rows = Math.max(0, room - heading)
  if (width >= wide) {
    const side = Math.min(60, Math.floor(width * 0.36))
    return { rows, list: width - side - gutter, beside: true, details: { width: side, height: room } }
  }
  if (!details) return { rows, list: width, beside: false, details: undefined }
  // half of the room, and what the list leaves
  const listed = Math.min(rows - Math.floor(room / 2) - 1, Math.max(leastRows, total))
  return listed >= leastRows
    ? { rows: listed, list: width, beside: false, details: { width, height: rows - listed - 1 } }
    : { rows: 0, list: width, beside: false, details: { width, height: room } }
}
