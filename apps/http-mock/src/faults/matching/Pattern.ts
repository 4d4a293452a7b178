import * as Result from "effect/Result"

import { parse } from "./patternSyntax.ts"
import type { Piece } from "./patternSyntax.ts"

/** What is done at a state: a letter is taken, a place is looked at, the way forks, or all has matched. */
type State =
  | { readonly kind: "letter"; readonly is: (letter: string) => boolean }
  | { readonly kind: "place"; readonly is: (before: string, after: string) => boolean; readonly next: number }
  | { kind: "fork"; first: number; second: number }
  | { readonly kind: "end" }

const mostStates = 500

const mostPieces = 10_000

/** How many letters of a text are looked at. */
export const mostLetters = 10_000

type Fork = State & { kind: "fork" }

const forkTo = (first: number): Fork => ({ kind: "fork", first, second: first })

/** Writes the states of a piece; nothing more once they are too many. */
const writer = (states: Array<State>) => {
  let pieces = 0
  const isFull = () => states.length > mostStates || pieces > mostPieces
  const write = (piece: Piece): void => {
    pieces += 1
    if (isFull()) return
    if (piece.kind === "letter") states.push(piece)
    else if (piece.kind === "place") states.push({ ...piece, next: states.length + 1 })
    else if (piece.kind === "all") piece.parts.forEach(write)
    else if (piece.kind === "any") oneOf(piece.parts)
    else repeat(piece)
  }
  const oneOf = (parts: ReadonlyArray<Piece>) => {
    const ends: Array<Fork> = []
    for (const part of parts.slice(0, -1)) {
      const [fork, end] = [forkTo(states.length + 1), forkTo(0)]
      states.push(fork)
      write(part)
      states.push(end)
      ends.push(end)
      fork.second = states.length
    }
    parts.slice(-1).forEach(write)
    for (const end of ends) end.first = end.second = states.length
  }
  const repeat = ({ least, most, part }: Piece & { kind: "many" }) => {
    for (let at = 0; at < least && !isFull(); at++) write(part)
    const forks: Array<Fork> = []
    const start = states.length
    for (let at = least; at < (most ?? least + 1) && !isFull(); at++) {
      const fork = forkTo(states.length + 1)
      forks.push(fork)
      states.push(fork)
      write(part)
    }
    if (most === undefined) states.push(forkTo(start))
    for (const fork of forks) fork.second = states.length
  }
  return { write, isFull }
}

/** All states at once, a letter after the other: the time is that of the text, whatever the pattern is. */
const runner = (states: ReadonlyArray<State>) => (text: string) => {
  const letters = Array.from(text.length > mostLetters ? text.slice(0, mostLetters) : text)
  const seenAt = new Int32Array(states.length).fill(-1)
  let current: Array<number> = []
  let isFound = false
  const enter = (to: Array<number>, from: number, at: number) => {
    const open = [from]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const state = states[one]
      if (state === undefined || seenAt[one] === at) continue
      seenAt[one] = at
      if (state.kind === "end") isFound = true
      else if (state.kind === "letter") to.push(one)
      else if (state.kind === "fork") open.push(state.second, state.first)
      else if (state.is(letters[at - 1] ?? "", letters[at] ?? "")) open.push(state.next)
    }
  }
  for (let at = 0; at <= letters.length; at++) {
    const entered: Array<number> = []
    const before = letters[at - 1] ?? ""
    for (const one of current) {
      const state = states[one]
      if (state?.kind === "letter" && state.is(before)) enter(entered, one + 1, at)
    }
    enter(entered, 0, at)
    if (isFound) return true
    current = entered
  }
  return false
}

/** Whether a text has a part of a form, as `RegExp.test` with the flag `u` tells; or why the pattern cannot be used. */
export const compile = (pattern: string): Result.Result<(text: string) => boolean, string> =>
  Result.flatMap(parse(pattern), (piece) => {
    const states: Array<State> = []
    const { isFull, write } = writer(states)
    write(piece)
    if (isFull()) return Result.fail(`it has more than ${mostStates} steps with all repetitions written out`)
    states.push({ kind: "end" })
    return Result.succeed(runner(states))
  })
