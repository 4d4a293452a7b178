import type { Inquiry } from "../actions/Inquiry.ts"

/** A side of an opened row: its facts, or what is asked for when it is looked at; that is a command as well unless told. */
export interface Tab<Row> {
  readonly title: string
  readonly inquiry?: Inquiry<Row>
  /** Whether it is of the screen alone: another command gives the same. */
  readonly isOfScreen?: boolean
}
