/** What an import did not take as it is, to be told. */
export interface Notes {
  readonly add: (what: string, place: string) => void
  /** A line each, with the first places. */
  readonly lines: () => ReadonlyArray<string>
}

const mostPlaces = 3

const mostLines = 20

const placesOf = (places: ReadonlyArray<string>) => {
  const named = [...new Set(places)]
  const more = named.length - mostPlaces
  return `${named.slice(0, mostPlaces).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

export const make = (): Notes => {
  const notes = new Map<string, Array<string>>()
  return {
    add: (what, place) => {
      const places = notes.get(what)
      if (places === undefined) notes.set(what, [place])
      else places.push(place)
    },
    lines: () => {
      const all = [...notes].map(([what, places]) => `${what}: ${placesOf(places)}.`)
      const more = all.length - mostLines
      return more > 0 ? [...all.slice(0, mostLines), `There are ${more} more such lines.`] : all
    }
  }
}
