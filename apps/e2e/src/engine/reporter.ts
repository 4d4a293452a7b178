import { relative } from "node:path"

import { sanitize } from "@remote-assist/cli/Terminal"
import { pluralize } from "@remote-assist/core/Text"
import { GithubActionsReporter, JUnitReporter } from "vitest/node"
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node"

import { leftoverLines, reasonLines } from "../runner/failureText.ts"
import { failureOf, withoutInternalFrames } from "../runner/Result.ts"
import type { Attempt, Failure, Result } from "../runner/Result.ts"

const colors: Readonly<Record<string, number>> = { "✓": 32, "✗": 31, "~": 33, "!": 33, "-": 31, "+": 32 }

/** Colors the mark of a line, or the whole line of a difference. */
const colorize = (line: string) =>
  line.replace(/^(?:[✓✗~!]| {4}([-+]) .*)/s, (text, mark: string = text) => `\u001B[${colors[mark]}m${text}\u001B[0m`)

const marks = { Passed: "✓", Failed: "✗", Skipped: "-", Interrupted: "!" } as const

const formatHead = (name: string, { duration, outcome }: Attempt, isFlaky: boolean) => {
  const mark = isFlaky ? "~" : marks[outcome._tag]
  const end = outcome._tag === "Interrupted" ? ", interrupted" : isFlaky ? ", flaky" : ""
  const about = outcome._tag === "Skipped" ? `skipped: ${outcome.reason}` : `${duration} ms${end}`
  return `${mark} ${name} (${about})`
}

/** Formats an attempt; a failure has its reason, requests and rerun command. */
const formatAttempt = (name: string, attempt: Attempt, rerun: string | undefined, isFlaky: boolean) => [
  sanitize(formatHead(name, attempt, isFlaky)),
  ...(attempt.outcome._tag === "Failed" ? reasonLines(attempt, attempt.outcome.failure) : []),
  ...(attempt.outcome._tag === "Failed" || attempt.outcome._tag === "Interrupted"
    ? [sanitize(`  rerun: ${rerun}`)]
    : [])
]

const count = (attempts: ReadonlyArray<Attempt>, tag: Attempt["outcome"]["_tag"]) =>
  attempts.filter(({ outcome }) => outcome._tag === tag).length

/** Returns a text such as `9 passed, 0 failed, 1 skipped`. */
const formatSummary = (attempts: ReadonlyArray<Attempt>, invalid: number, notRun: number): string =>
  [
    `${count(attempts, "Passed")} passed`,
    `${count(attempts, "Failed")} failed`,
    ...Object.entries({
      skipped: count(attempts, "Skipped"),
      interrupted: count(attempts, "Interrupted"),
      invalid,
      "not run": notRun
    }).flatMap(([what, number]) => (number === 0 ? [] : [`${number} ${what}`]))
  ].join(", ")

/** Returns the error of a thread, around which vitest puts another one. */
const unwrap = (error: SerializedError) =>
  error.message.startsWith("[vitest-pool]") && error.cause instanceof Error ? error.cause : error

/** Returns the results of a run. */
export const resultsOf = (modules: ReadonlyArray<TestModule>): ReadonlyArray<Result> =>
  modules.flatMap(({ children, moduleId }) =>
    [...children.allTests()].flatMap((test): ReadonlyArray<Result> => {
      const { attempt } = test.meta()
      return attempt === undefined ? [] : [{ name: test.name, file: moduleId, tags: test.tags, attempt }]
    })
  )

export interface Output {
  readonly write: (line: string) => void
  /** In milliseconds. */
  readonly now: () => number
  readonly hasColor: boolean
}

/** Prints a line per scenario. A failure has its step, its requests and the rerun command. */
export const scenarioReporter = ({ hasColor, now, write }: Output, seed: number, gc?: string, bail = 0): Reporter => {
  const print = (lines: ReadonlyArray<string>) => {
    for (const line of lines) write(hasColor ? colorize(line) : line)
  }
  const printError = (head: string, error: { readonly message: string; readonly stack?: string | undefined }) =>
    print([
      sanitize(`✗ ${head}`),
      ...withoutInternalFrames(error.stack ?? error.message)
        .split("\n")
        .map((line) => `  ${sanitize(line)}`)
    ])
  const onTestCaseResult = (test: TestCase) => {
    const { attempt, rerun } = test.meta()
    if (attempt !== undefined) return print(formatAttempt(test.name, attempt, rerun, test.diagnostic()?.flaky === true))
    // such as an unreachable target
    for (const error of test.result().errors ?? []) printError(test.name, { message: error.message })
  }
  let start = 0
  let total = 0
  return {
    onTestRunStart: ({ length }) => {
      start = now()
      total = length
    },
    onTestCaseResult,
    onTestModuleEnd: (module) => {
      for (const { message } of module.errors()) print([sanitize(`✗ ${message}`)])
    },
    onUserConsoleLog: ({ content }) => write(content.replace(/\n$/, "")),
    onTestRunEnd: (modules, unhandledErrors, reason) => {
      const attempts = resultsOf(modules).map(({ attempt }) => attempt)
      const leftovers = attempts.flatMap((attempt) => attempt.leftovers)
      const invalid = modules.filter((module) => module.errors().length > 0).length
      const errors = unhandledErrors.map(unwrap)
      const isPartial = reason === "interrupted" || errors.some((error, index) => error !== unhandledErrors[index])
      const notRun = isPartial ? total - attempts.length - invalid : 0
      for (const error of errors) printError("An error that no scenario caught", error)
      print([
        ...leftoverLines(leftovers, gc),
        `${reason !== "interrupted" ? "" : bail > 0 && count(attempts, "Failed") >= bail ? "Stopped by --bail: " : "Interrupted: "}${formatSummary(attempts, invalid, notRun)} (${now() - start} ms, seed ${seed})`
      ])
    },
    onWatcherStart: () => write("Waiting for changes. Press Ctrl-C to stop."),
    onWatcherRerun: (files, trigger) =>
      write(`Rerunning ${pluralize(files.length, "scenario")}${trigger === undefined ? "" : `: ${trigger} changed`}.`)
  }
}

type TasksOfFile = Parameters<JUnitReporter["writeTasks"]>

/** Writes JUnit XML: files are relative to the current folder, a failure has its line, and its attribute only the first line. */
export class OwnJUnitReporter extends JUnitReporter {
  #failure: Failure | undefined
  #line: string | undefined
  #skipped: string | undefined

  override writeTasks(tasks: TasksOfFile[0], _: string, path: string): Promise<void> {
    const outcome = tasks[0]?.meta.attempt?.outcome
    this.#failure = outcome?._tag === "Failed" ? outcome.failure : undefined
    const [, file, line] = locationOf(this.#failure)
    this.#line = file === path ? line : undefined
    const reason = outcome?._tag === "Skipped" ? outcome.reason : outcome ? "interrupted" : "not run"
    this.#skipped = tasks[0]?.mode === "skip" ? reason : undefined
    // vitest writes an element without a message for skipped ones
    return super.writeTasks(
      tasks.map((task) => ({ ...task, mode: "run" })),
      relative("", path),
      path
    )
  }

  override writeElement(...[name, attributes, children]: Parameters<JUnitReporter["writeElement"]>): Promise<void> {
    const message = (this.#failure?.message ?? String(attributes["message"])).split("\n", 1)[0]
    const own = name === "testcase" ? { line: this.#line } : name === "failure" ? { message } : {}
    const skipped = name === "testcase" ? this.#skipped : undefined
    const writeSkipped = () => super.writeElement("skipped", { message: skipped }, () => Promise.resolve())
    const all = () => children.call(this).then(skipped === undefined ? undefined : writeSkipped)
    return super.writeElement(name, { ...attributes, ...own }, all)
  }
}

const locationOf = (failure: Failure | undefined) => /^(.*):(\d+):(\d+)$/.exec(failure?.at ?? "") ?? []

const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/** Annotates failures on GitHub. The reporter of vitest annotates only files that vitest transforms; it writes the summary. */
export class GithubReporter extends GithubActionsReporter {
  readonly #write: Output["write"]

  constructor({ write }: Output) {
    super()
    this.#write = write
  }

  override onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<SerializedError>): void {
    super.onTestRunEnd(modules, unhandledErrors)
    for (const result of resultsOf(modules)) {
      const failure = failureOf(result)
      if (failure === undefined) continue
      const [, file, line, column] = locationOf(failure)
      // the other reporter prints the requests
      const text = reasonLines({ ...result.attempt, exchanges: [] }, failure)
        .join("\n")
        .replaceAll(/^ {2}/gm, "")
      this.#annotate({ file: file ?? result.file, line, column, title: result.name }, text)
    }
    for (const module of modules)
      for (const { message } of module.errors()) {
        const [, line] = /\(at .+?:(\d+)(?::\d+)?\)/.exec(message) ?? []
        this.#annotate({ file: module.moduleId, line }, message)
      }
    for (const { message } of unhandledErrors.map(unwrap))
      this.#annotate({ title: "An error that no scenario caught" }, message)
  }

  #annotate(properties: Readonly<Record<string, string | undefined>>, text: string): void {
    const pairs = Object.entries(properties).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${escapeProperty(value)}`]
    )
    this.#write(`::error ${pairs.join(",")}::${escapeData(text)}`)
  }
}
