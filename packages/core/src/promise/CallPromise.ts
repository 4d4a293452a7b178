import type { Received } from "../CallOptions.ts"
import { plainly } from "./decodeOutput.ts"

/** An answer, and how it came. */
export interface WithResponse<A> {
  /** What the promise itself resolves with. */
  readonly data: A
  /** Status of the answer, such as 200. */
  readonly status: number
  /** Headers of the answer by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** What the service or a proxy calls the request, for questions to its operators. */
  readonly requestId: string | undefined
  /** The body as it came, fields included that the contract does not name; what is secret in it is a `Secret`. */
  readonly raw: unknown
}

/** The promise of a call's answer. The call has begun, and is made once. */
export interface CallPromise<A> extends Promise<A> {
  /** Resolves with the answer, its status, its headers and the name of the request; rejects as the promise itself does. */
  withResponse(): Promise<WithResponse<A>>
}

type Settle<A> = (resolve: (value: A) => void, reject: (reason: unknown) => void) => void

/** A promise that knows the answer it was made of; what `then` makes is a promise as any other. */
export class Call<A> extends Promise<A> implements CallPromise<A> {
  readonly #received: () => Received | undefined

  static override get [Symbol.species]() {
    return Promise
  }

  constructor(settle: Settle<A>, received: () => Received | undefined) {
    super(settle)
    this.#received = received
  }

  withResponse(): Promise<WithResponse<A>> {
    return this.then((data) => {
      const received = this.#received()
      if (received === undefined) throw new Error("This call asked nothing of the service, so there is no response.")
      const { headers, raw, requestId, status } = received
      return { data, status, headers, requestId, raw: plainly(raw) }
    })
  }
}
