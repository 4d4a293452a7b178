/** The secrets that a client knows. */
export interface KnownSecrets {
  /** Keeps a secret in mind; made to be called with each token that is sent. */
  readonly add: (value: string) => void
  readonly addAll: (values: ReadonlyArray<string>) => void
  readonly values: () => ReadonlyArray<string>
}

// a client that signs a token for each request has no more than these under way
const most = 100

/** Secrets of a client: `lasting` ones, such as its API key, and the last hundred others. */
export const make = (lasting: ReadonlyArray<string> = []): KnownSecrets => {
  const recent = new Set<string>()
  let last: string | undefined
  const add = (value: string) => {
    if (value === last) return
    last = value
    recent.delete(value)
    recent.add(value)
    if (recent.size <= most) return
    for (const oldest of recent) {
      recent.delete(oldest)
      break
    }
  }
  return {
    add,
    addAll: (values) => {
      for (const value of values) add(value)
    },
    values: () => [...lasting, ...recent]
  }
}
