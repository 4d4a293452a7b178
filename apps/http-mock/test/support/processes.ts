import { execFileSync } from "node:child_process"
import { setTimeout } from "node:timers/promises"

import { assert } from "vitest"

/** Waits for a process with this end of its command line and this state; `undefined` means that there is no such process. */
export const shows = async (text: string, state: string | undefined) => {
  const isSo = () => {
    const lines = execFileSync("ps", ["-eo", "stat=,args="]).toString().split("\n")
    const states = lines.filter((line) => line.endsWith(` ${text}`)).map((line) => line[0])
    return state === undefined ? states.length === 0 : states.includes(state)
  }
  for (let turn = 0; turn < 300 && !isSo(); turn++) await setTimeout(50)
  assert.isTrue(isSo(), `${text} is not in the state ${state ?? "ended"}`)
}
