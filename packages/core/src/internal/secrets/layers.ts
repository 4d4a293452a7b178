import { readingsAt } from "./readings.ts"

/** A part of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A text with encodings taken off, and which part of the text as it came each character stands for. */
export interface Layer {
  readonly text: string
  readonly spanOf: (place: number) => Span
}

// JSON in JSON in a URL
const deepest = 3

const sign = /[%\\&]/

/** Takes one encoding off; nothing where there is none. */
const decoded = ({ spanOf, text }: Layer): Layer | undefined => {
  if (!sign.test(text)) return undefined
  let read = ""
  const spans: Array<Span> = []
  let place = 0
  while (place < text.length) {
    const [reading] = sign.test(text.charAt(place)) ? readingsAt(text, place) : []
    const { end, stands } = reading ?? { stands: text.charAt(place), end: place + 1 }
    const span = { start: spanOf(place).start, end: spanOf(end - 1).end }
    for (let unit = 0; unit < stands.length; unit++) spans.push(span)
    read += stands
    place = end
  }
  return read.length === text.length
    ? undefined
    : { text: read, spanOf: (at) => spans[at] ?? { start: at, end: at + 1 } }
}

/** A text as it came, and as it reads with one encoding after the other taken off. */
export const layersOf = (text: string): ReadonlyArray<Layer> => {
  const layers: Array<Layer> = []
  let layer: Layer | undefined = { text, spanOf: (place) => ({ start: place, end: place + 1 }) }
  while (layer !== undefined && layers.length <= deepest) {
    layers.push(layer)
    layer = decoded(layer)
  }
  return layers
}
