import * as Result from "effect/Result"

/** What Java reads in a pattern and JavaScript does not, or otherwise. */
const foreign = /\\[QEAZzhHRGX]|\\p\{(?:Alpha|Digit|Alnum|Upper|Lower|Punct|Space|ASCII)\}|[*+?}]\+|\(\?>/

const flags = /^\(\?([ims]+)\)/

const reasonOf = (error: unknown) => String(error instanceof Error ? error.message : error).replace(/^.*\/: /s, "")

/** The regular expression that a whole value has to meet, or why the text is none. A `.` meets line ends, as in WireMock. */
export const patternOf = (text: string): Result.Result<RegExp, string> => {
  const [found = ""] = foreign.exec(text) ?? []
  if (found !== "") return Result.fail(`is no regular expression here: ${found} is of Java alone`)
  const [start = "", given = ""] = flags.exec(text) ?? []
  const whole = `^(?:${text.slice(start.length)})$`
  const chosen = [...new Set(`${given}s`)].join("")
  const make = (more: string) => Result.try({ try: () => new RegExp(whole, `${chosen}${more}`), catch: reasonOf })
  // a needless backslash is none of unicode mode
  const strict = make("u")
  const made = Result.isSuccess(strict) ? strict : make("")
  return Result.mapError(made, (reason) => `is no regular expression: ${reason}`)
}
