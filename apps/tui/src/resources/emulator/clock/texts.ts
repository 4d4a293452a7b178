import { ahead } from "./Reading.ts"
import type { Reading } from "./Reading.ts"

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000]
] as const

// the clock of the machine that the emulator runs on may be another
const equal = 1000

/** How far the clock is from that of the machine: `machine +31 d`. */
export const offset = (reading: Reading): string => {
  const milliseconds = reading.machine ? 0 : ahead(reading)
  if (Math.abs(milliseconds) < equal) return "machine's time"
  let left = Math.round(Math.abs(milliseconds) / 1000) * 1000
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return `machine ${milliseconds < 0 ? "-" : "+"}${parts.slice(0, 2).join(" ")}`
}

/** How fast it runs. */
export const pace = ({ scale }: Pick<Reading, "scale">): string => (scale === 0 ? "stopped" : `×${scale}`)

/** The time up to the second, in UTC. */
export const time = (now: string): string => now.slice(0, 19).replace("T", " ")
