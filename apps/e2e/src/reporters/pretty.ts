import { stripVTControlCharacters } from "node:util"

import type { Running } from "../runner/Event.ts"
import { visible } from "../runner/visible.ts"
import { leftoverLines, resultLines } from "./lines.ts"
import type { MakeReporter, Output } from "./Reporter.ts"
import { summaryOf } from "./summary.ts"

const keyOf = ({ name, repeat }: Running) => `${name} #${repeat}`

const styles = { "✓": 32, "~": 33, "✗": 31, "-": 2, "!": 33 } as const

const isMark = (text: string): text is keyof typeof styles => text in styles

/** Colours the mark at the beginning of a result, and what was expected and seen. */
const styled = (text: string, { hasColour }: Output): string => {
  if (!hasColour) return text
  const mark = text.slice(0, 1)
  if (isMark(mark) && text[1] === " ") return `\u001B[${styles[mark]}m${mark}\u001B[0m${text.slice(1)}`
  if (/^ {4}- /.test(text)) return `\u001B[31m${text}\u001B[0m`
  if (/^ {4}\+ /.test(text)) return `\u001B[32m${text}\u001B[0m`
  return text
}

const cut = (text: string, columns: number) => {
  const plain = visible(stripVTControlCharacters(text))
  return plain.length < columns ? plain : `${plain.slice(0, columns - 2)}…`
}

/** A tree for people: what has ended stands above, below it what is under way with the step it is in. */
export const pretty: MakeReporter = (output) => {
  const { columns, write } = output
  const underWay = new Map<string, ReadonlyArray<string>>()
  let drawn = 0
  let ended = 0
  let total = 0

  const erase = () => (drawn === 0 ? "" : `\u001B[${drawn}A\u001B[J`)
  const tree = () => [
    `${ended} of ${total}`,
    ...[...underWay].flatMap(([name, steps]) => [
      `  ${name.replace(/ #1$/, "")}`,
      ...steps.slice(-1).map((title) => `    › ${title}`)
    ])
  ]
  const draw = (above: ReadonlyArray<string>, isLast = false) => {
    const told = above.map((line) => `${styled(line, output)}\n`).join("")
    if (!output.isTerminal) return write(told)
    const live = isLast ? [] : tree().map((line) => `${cut(line, columns)}\n`)
    write(`${erase()}${told}${live.join("")}`)
    drawn = live.length
  }

  return (event) => {
    switch (event._tag) {
      case "RunStarted":
        total = event.run.total
        return
      case "AttemptStarted":
        underWay.set(keyOf(event.running), [])
        return draw([])
      case "StepStarted":
        underWay.set(keyOf(event.running), [...(underWay.get(keyOf(event.running)) ?? []), event.step.title])
        return draw([])
      case "StepEnded":
        underWay.set(
          keyOf(event.running),
          (underWay.get(keyOf(event.running)) ?? []).filter((title) => title !== event.step.title)
        )
        return draw([])
      case "ScenarioEnded":
        ended++
        underWay.delete(`${event.result.name} #${event.result.repeat}`)
        return draw(resultLines(event.result))
      case "RunEnded": {
        const { duration, results, run } = event
        const left = leftoverLines(results)
        return draw(["", ...left, `${summaryOf(results)} (${duration} ms, seed ${run.seed}, ${run.target})`], true)
      }
      case "ExchangeEnded":
      case "AttemptEnded":
    }
  }
}
