import { durationOf, failureOf, lastAttempt } from "../runner/Result.ts"
import type { Result } from "../runner/Result.ts"
import { visibleLines } from "../runner/visible.ts"
import { cappedText } from "./capped.ts"
import { failureLines } from "./failureText.ts"
import type { MakeReporter } from "./Reporter.ts"

// what XML 1.0 has no way to write, besides what steers a terminal
const unwritable = /[\uFFFE\uFFFF]/g

const escaped = (text: string) =>
  visibleLines(text)
    .replaceAll(unwritable, "�")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

const attribute = (text: string) => escaped(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;")

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

const folderOf = (name: string) => name.split("/").slice(0, -1).join(".") || "scenarios"

const inside = (result: Result): string => {
  const last = lastAttempt(result)
  const failed = result.attempts.findLast(({ outcome }) => outcome._tag === "Failed")
  const failure = failureOf(result)
  const skipped =
    last?.outcome._tag === "Skipped"
      ? last.outcome.reason
      : last?.outcome._tag === "Interrupted"
        ? "interrupted"
        : undefined
  if (skipped !== undefined) return `<skipped message="${attribute(skipped)}"/>`
  if (failure === undefined || failed === undefined) return ""
  const text = escaped(failureLines(result, failed, failure).join("\n"))
  return result.verdict === "Failed"
    ? `<failure message="${attribute(cappedText(failure.message))}" type="${attribute(failure.kind)}">${text}</failure>`
    : `<system-out>passed in attempt ${result.attempts.length}, after this:\n${text}</system-out>`
}

const testcase = (result: Result) =>
  `    <testcase classname="${attribute(folderOf(result.name))}" name="${attribute(result.repeat === 1 ? result.name : `${result.name} #${result.repeat}`)}" time="${seconds(durationOf(result))}">${inside(result)}</testcase>`

const suite = ([folder, results]: readonly [string, ReadonlyArray<Result>], timestamp: string) => {
  const failures = results.filter(({ verdict }) => verdict === "Failed").length
  const skipped = results.filter(({ verdict }) => verdict === "Skipped" || verdict === "Interrupted").length
  const time = results.reduce((sum, result) => sum + durationOf(result), 0)
  return [
    `  <testsuite name="${attribute(folder)}" tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(time)}" timestamp="${timestamp}" hostname="localhost">`,
    "    <properties/>",
    ...results.map(testcase),
    "    <system-out/>",
    "    <system-err/>",
    "  </testsuite>"
  ].join("\n")
}

/** The run as JUnit XML, which CI servers read: a suite for each folder. */
export const junit: MakeReporter =
  ({ write }) =>
  (event) => {
    if (event._tag !== "RunEnded") return
    const timestamp = new Date(event.run.startedAt).toISOString().slice(0, 19)
    const suites = [...Map.groupBy(event.results, ({ name }) => folderOf(name))]
    write(
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map((entry) => suite(entry, timestamp)).join("\n")}\n</testsuites>\n`
    )
  }
