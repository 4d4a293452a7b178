const segmenter = new Intl.Segmenter()

/** What people take for one character each, in order; made as far as it is read. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Whether a character stays one by itself, whatever comes before and after it. */
export const standsAlone = (character: string): boolean => [...graphemes(` ${character} `)].length === 3
