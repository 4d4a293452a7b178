import { cut } from "../text/fit.ts"
import * as Memo from "../text/Memo.ts"

const longest = 60

/** A text of the service on one line, short and as it may reach the terminal. */
export const shown = Memo.make(64, (text: string): string => cut(text.replaceAll(/\s+/gu, " ").trim(), longest))

const exponential = (value: number) => value.toExponential(2).replace(/\.?0*e\+?/, "e")

/** A number with two decimals at most, in nine characters at most. */
export const numberText = (value: number): string => {
  const rounded = Math.round(value * 100) / 100
  return Math.abs(value) >= 1e6 || (rounded === 0 && value !== 0) ? exponential(value) : String(rounded)
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
