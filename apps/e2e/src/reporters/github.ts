import { randomUUID } from "node:crypto"
import { relative } from "node:path"

import { failureOf } from "../runner/Result.ts"
import type { Result } from "../runner/Result.ts"
import { visible } from "../runner/visible.ts"
import { failureLines } from "./failureText.ts"
import { lines } from "./lines.ts"
import type { MakeReporter } from "./Reporter.ts"

const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const property = (text: string) => data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C")

const annotation = (result: Result): string => {
  const failed = result.attempts.findLast(({ outcome }) => outcome._tag === "Failed")
  const failure = failureOf(result)
  if (failed === undefined || failure === undefined) return ""
  const [, file = result.file, line = "1"] = /^(.*):(\d+):\d+$/.exec(failure.at ?? "") ?? []
  const level = result.verdict === "Failed" ? "error" : "warning"
  const title = `${result.name}${result.verdict === "Flaky" ? " is flaky" : ""}`
  const text = failureLines(result, failed, failure).join("\n")
  return `::${level} file=${property(relative(process.cwd(), file))},line=${line},title=${property(title)}::${data(text)}\n`
}

// what a value brings in that a runner would take for a command, with or without space before it
const looksLikeCommand = /^[^\S\r\n\u2028\u2029]*::|##\[/m

/** A text of a log in which nothing is a command of GitHub Actions. */
const inert = (text: string) => {
  if (!looksLikeCommand.test(text)) return text
  const token = randomUUID()
  return `::stop-commands::${token}\n${text}::${token}::\n`
}

/** As `lines`, and for each scenario that failed or is flaky an annotation of GitHub Actions at its file. */
export const github: MakeReporter = (output) => {
  const told = lines({ ...output, write: (text) => output.write(inert(text)) })
  return (event) => {
    told(event)
    if (event._tag === "ScenarioEnded") output.write(annotation(event.result))
  }
}
