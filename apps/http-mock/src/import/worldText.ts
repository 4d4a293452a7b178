import type { WorldFile } from "../world/seed/WorldFile.ts"

/** A world file as text: a line for each entry, so that two of them can be compared. */
export const worldText = (world: WorldFile): string => {
  const parts = Object.entries(world).map(([name, value]: readonly [string, unknown]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((one: unknown) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`
      : JSON.stringify(value)
    return `  ${JSON.stringify(name)}: ${text}`
  })
  return `{\n${parts.join(",\n")}\n}\n`
}
