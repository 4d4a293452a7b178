/** The latest values that were worked out from sources that never change. */
export interface Latest<Source extends WeakKey, Value> {
  /** A value of a source by a key, which counts as used. */
  readonly get: (source: Source, key: string) => Value | undefined
  readonly keep: (source: Source, key: string, value: Value) => Value
}

/** Keeps so many values in all: a history may keep any number of sources alive. What ends a source ends its values. */
export const make = <Source extends WeakKey, Value>(most: number): Latest<Source, Value> => {
  const values = new WeakMap<Source, Map<string, Value>>()
  // from the one that was used longest ago
  const kept: Array<{ readonly source: WeakRef<Source>; readonly key: string }> = []

  const used = (source: Source, key: string) => {
    const known = kept.findIndex((one) => one.key === key && one.source.deref() === source)
    const [one = { source: new WeakRef(source), key }] = known < 0 ? [] : kept.splice(known, 1)
    kept.push(one)
  }

  const dropOldest = () => {
    const oldest = kept.shift()
    const source = oldest?.source.deref()
    if (oldest !== undefined && source !== undefined) values.get(source)?.delete(oldest.key)
  }

  return {
    get: (source, key) => {
      const value = values.get(source)?.get(key)
      if (value !== undefined) used(source, key)
      return value
    },
    keep: (source, key, value) => {
      const ofSource = values.get(source) ?? new Map<string, Value>()
      values.set(source, ofSource.set(key, value))
      used(source, key)
      if (kept.length > most) dropOldest()
      return value
    }
  }
}
