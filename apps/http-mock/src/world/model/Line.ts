import { createHash } from "node:crypto"

/** The line of history that a world is of. Whatever counts from a state again, such as ids and draws, is told apart by it. */
export type Line = string

/** The line of a world that never went back. */
export const first: Line = ""

/** The line that begins where a tenant leaves one line to go on from a state of another, or of the same. */
export const next = (left: Line, tenant: string, from: Line): Line =>
  createHash("sha256").update(`${left} ${tenant} ${from}`).digest("hex").slice(0, 32)

/** What is kept of the line that something was made in: nothing for the first. */
export const madeIn = (line: Line): { readonly line?: Line } => (line === first ? {} : { line })
