import type { Demo } from "@remote-assist/http-mock"
import type { WholeEntry } from "@remote-assist/http-mock/Control"

/** An e-mail of the tenant whose journal is read. */
export interface SentMail {
  readonly to: string
  readonly token?: string | undefined
}

/** What a recording is made of. */
export interface Recorded {
  /** The oldest first. */
  readonly entries: ReadonlyArray<WholeEntry>
  /** The oldest first. */
  readonly mails: ReadonlyArray<SentMail>
  readonly demo: Demo
  /** Whether it begins with the tenant: only then counts are known. */
  readonly fromStart: boolean
  readonly about: ReadonlyArray<string>
}
