export const oneLine = (text: string, most?: number): string => text.replaceAll(/\s+/g, " ").slice(0, most)
