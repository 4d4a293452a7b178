const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** A text as it stands in HTML, in content and in attributes. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
