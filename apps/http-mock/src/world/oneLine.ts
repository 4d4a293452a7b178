/** A text without breaks of lines, cut where it is longer than told. */
export const oneLine = (text: string, most?: number): string => text.replaceAll(/\s+/g, " ").slice(0, most)
