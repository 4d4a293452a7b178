import type { Terminal } from "@xterm/headless"

import { pictureOf, rowsOf } from "./svg.ts"

/** A frame of a terminal, and for how many seconds it is shown. */
export interface Scene {
  readonly seconds: number
  /** Row by row, as drawn. */
  readonly drawn: ReadonlyArray<string>
  /** What writes the same to another terminal. */
  readonly written: string
}

type Size = Pick<Terminal, "cols" | "rows">

const colourOf = (colour: number, isPalette: boolean, base: number) => (isPalette ? [String(base + (colour % 8))] : [])

/** The rows of a terminal as what writes them again, from the first on. */
const writtenOf = (terminal: Terminal, normalise: (text: string) => string): string => {
  const { active } = terminal.buffer
  const rows = Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.viewportY + row)
    let text = ""
    let run = ""
    let last = ""
    const close = () => {
      text += normalise(run)
      run = ""
    }
    for (let column = 0; column < terminal.cols; column++) {
      const at = line?.getCell(column)
      if (at === undefined || at.getWidth() === 0) continue
      const codes = [
        ...(at.isBold() === 0 ? [] : ["1"]),
        ...(at.isDim() === 0 ? [] : ["2"]),
        ...(at.isInverse() === 0 ? [] : ["7"]),
        ...colourOf(at.getFgColor(), at.isFgPalette(), 30),
        ...colourOf(at.getBgColor(), at.isBgPalette(), 40)
      ].join(";")
      if (codes !== last) {
        close()
        text += `\u001B[0${codes === "" ? "" : `;${codes}`}m`
        last = codes
      }
      run += at.getChars() || " "
    }
    close()
    return `${text}\u001B[0m`
  })
  return `\u001B[?25l\u001B[H${rows.join("\r\n")}`
}

/** What stands on a terminal now. */
export const sceneOf = (terminal: Terminal, normalise: (text: string) => string, seconds: number): Scene => ({
  seconds,
  drawn: rowsOf(terminal, normalise),
  written: writtenOf(terminal, normalise)
})

/** Scenes one after the other as a terminal plays them (asciicast v2, docs.asciinema.org). */
export const castOf = ({ cols, rows }: Size, title: string, scenes: ReadonlyArray<Scene>): string => {
  let at = 0
  const events = scenes.map(({ seconds, written }) => {
    const event = JSON.stringify([at, "o", written])
    at += seconds
    return event
  })
  return [
    JSON.stringify({ version: 2, width: cols, height: rows, title }),
    ...events,
    JSON.stringify([at, "o", ""]),
    ""
  ].join("\n")
}

interface Span {
  readonly from: number
  readonly to: number
  readonly row: string
}

/** Where a row looks the same for a while. */
const spansOf = (scenes: ReadonlyArray<Scene>, row: number): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let at = 0
  for (const { drawn, seconds } of scenes) {
    const shown = drawn[row] ?? ""
    const last = spans.at(-1)
    if (last?.row === shown) spans[spans.length - 1] = { ...last, to: at + seconds }
    else spans.push({ from: at, to: at + seconds, row: shown })
    at += seconds
  }
  return spans
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** Scenes one after the other as a picture that moves; a row that stays is drawn once. */
export const moving = (size: Size, scenes: ReadonlyArray<Scene>): string => {
  const whole = scenes.reduce((sum, { seconds }) => sum + seconds, 0)
  const names = new Map<string, string>()
  const nameOf = ({ from, to }: Span) => {
    const key = `${from} ${to}`
    const name = names.get(key) ?? `s${names.size}`
    names.set(key, name)
    return name
  }
  const rows = Array.from({ length: size.rows }, (_, row) =>
    spansOf(scenes, row)
      .filter(({ row }) => row !== "")
      .map((span) => (span.from === 0 && span.to === whole ? span.row : `<g class="${nameOf(span)}">${span.row}</g>`))
      .join("")
  )
  const styles = Array.from(names, ([key, name]) => {
    const [from = 0, to = 0] = key.split(" ").map((second) => Number(second) / whole)
    const before = from === 0 ? "" : `0%{visibility:hidden}`
    const after = to === 1 ? "" : `${percent(to)}{visibility:hidden}`
    return `@keyframes ${name}{${before}${percent(from)}{visibility:visible}${after}}.${name}{${from === 0 ? "" : "visibility:hidden;"}animation:${name} ${whole}s step-end infinite}`
  })
  return pictureOf(size, [`<style>${styles.join("")}</style>`, ...rows])
}
