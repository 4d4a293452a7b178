import { sanitize } from "@remote-assist/cli/Terminal"
import type { Reporter, TestCase, TestModule } from "vitest/node"

import { leftoverLines, reasonLines } from "../runner/failureText.ts"
import type { Attempt, Result } from "../runner/Result.ts"

const colours: ReadonlyArray<readonly [start: string, code: number]> = [
  ["✓", 32],
  ["✗", 31],
  ["~", 33],
  ["!", 33],
  ["    - ", 31],
  ["    + ", 32]
]

/** Colours the mark of a line, or the whole line if it is a part of a difference. */
const styled = (line: string) => {
  const [start = "", code] = colours.find(([start]) => line.startsWith(start)) ?? []
  const end = start.length > 1 ? line.length : 1
  return code === undefined ? line : `\u001B[${code}m${line.slice(0, end)}\u001B[0m${line.slice(end)}`
}

const marks = { Passed: "✓", Failed: "✗", Skipped: "-", Interrupted: "!" } as const

const headOf = (name: string, { duration, outcome }: Attempt, isFlaky: boolean) => {
  const mark = isFlaky ? "~" : marks[outcome._tag]
  const about = outcome._tag === "Skipped" ? `skipped: ${outcome.reason}` : `${duration} ms${isFlaky ? ", flaky" : ""}`
  return `${mark} ${name} (${about})`
}

/** A scenario as lines: how it ended, and if it failed why, with its requests and how to run it again. */
const linesOf = (name: string, attempt: Attempt, again: string | undefined, isFlaky: boolean) => [
  sanitize(headOf(name, attempt, isFlaky)),
  ...(attempt.outcome._tag === "Failed" ? reasonLines(attempt, attempt.outcome.failure) : []),
  ...(attempt.outcome._tag === "Failed" || attempt.outcome._tag === "Interrupted"
    ? [sanitize(`  again: ${again}`)]
    : [])
]

const count = (attempts: ReadonlyArray<Attempt>, tag: Attempt["outcome"]["_tag"]) =>
  attempts.filter(({ outcome }) => outcome._tag === tag).length

/** Such as `9 passed, 0 failed, 1 skipped`. */
const summaryOf = (attempts: ReadonlyArray<Attempt>): string =>
  [
    `${count(attempts, "Passed")} passed`,
    `${count(attempts, "Failed")} failed`,
    ...(["Skipped", "Interrupted"] as const).flatMap((tag) => {
      const number = count(attempts, tag)
      return number === 0 ? [] : [`${number} ${tag.toLowerCase()}`]
    })
  ].join(", ")

/** What the scenarios of a run came to. */
export const resultsOf = (modules: ReadonlyArray<TestModule>): ReadonlyArray<Result> =>
  modules.flatMap(({ children, moduleId }) =>
    [...children.allTests()].flatMap((test): ReadonlyArray<Result> => {
      const { attempt } = test.meta()
      return attempt === undefined ? [] : [{ name: test.name, file: moduleId, tags: test.tags, attempt }]
    })
  )

/** Where the reporter writes. */
export interface Output {
  readonly write: (line: string) => void
  /** In milliseconds. */
  readonly now: () => number
  readonly hasColour: boolean
}

/** Prints each scenario on a line, and for one that failed the step, its requests and how to run it again. */
export const scenarioReporter = ({ hasColour, now, write }: Output, seed: number, gc?: string): Reporter => {
  const print = (lines: ReadonlyArray<string>) => {
    for (const line of lines) write(hasColour ? styled(line) : line)
  }
  const printError = (head: string, error: { readonly message: string; readonly stack?: string | undefined }) =>
    print([sanitize(`✗ ${head}`), ...(error.stack ?? error.message).split("\n").map((line) => `  ${sanitize(line)}`)])
  const onTestCaseResult = (test: TestCase) => {
    const { again, attempt } = test.meta()
    if (attempt !== undefined) return print(linesOf(test.name, attempt, again, test.diagnostic()?.flaky === true))
    // such as a target that cannot be reached
    for (const error of test.result().errors ?? []) printError(test.name, { message: error.message })
  }
  let start = 0
  return {
    onTestRunStart: () => {
      start = now()
    },
    onTestCaseResult,
    onTestModuleEnd: (module) => {
      for (const { message } of module.errors()) print([sanitize(`✗ ${message}`)])
    },
    onUserConsoleLog: ({ content }) => write(content.replace(/\n$/, "")),
    onTestRunEnd: (modules, strays) => {
      const attempts = resultsOf(modules).map(({ attempt }) => attempt)
      for (const error of strays) printError("An error that no scenario caught", error)
      const left = leftoverLines(attempts)
      print([
        ...left,
        ...(left.length > 0 && gc !== undefined ? [`Remove what is left with ${gc}`] : []),
        `${summaryOf(attempts)} (${now() - start} ms, seed ${seed})`
      ])
    },
    onWatcherStart: () => write("Waiting for changes. End with Ctrl-C."),
    onWatcherRerun: (files, trigger) =>
      write(`Running ${files.length} again${trigger === undefined ? "" : `: ${trigger} changed`}.`)
  }
}
