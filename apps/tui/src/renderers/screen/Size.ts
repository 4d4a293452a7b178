/** In cells. */
export interface Size {
  readonly width: number
  readonly height: number
}

const usual: Size = { width: 80, height: 24 }

/** How large a terminal is; one that does not say counts as 80 by 24. */
export const sizeOf = (stdout: NodeJS.WritableStream): Size =>
  "columns" in stdout && typeof stdout.columns === "number" && "rows" in stdout && typeof stdout.rows === "number"
    ? { width: stdout.columns || usual.width, height: stdout.rows || usual.height }
    : usual
