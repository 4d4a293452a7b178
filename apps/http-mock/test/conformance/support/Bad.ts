import { at } from "../../support/json.ts"
import { isV1, operations } from "./Operations.ts"
import type { OperationId } from "./Operations.ts"
import { shapes } from "./Resources.ts"
import { problemsOf } from "./Site.ts"
import type { Answer } from "./Site.ts"

const page = /<(?:!doctype|html|head|body|title|h1|pre|p|div)\b|\bat \S+ \(|\.ts:\d|node_modules|Error:/i

const messageOf = ({ json }: Answer): string => (typeof json === "string" ? json : String(at(json, "message")))

const problemsIn = (id: OperationId, answer: Answer, form: ReadonlyArray<string>, says: string | RegExp) => {
  const { status, text } = answer
  const message = messageOf(answer)
  const problems = [
    ...((isV1(id) ? [401, 403] : [400]).includes(status) ? form : [`status ${status}`]),
    ...(page.test(text) ? ["shows a page or a stack"] : []),
    ...((typeof says === "string" ? message.includes(says) : says.test(message))
      ? []
      : [`does not say ${String(says)}`])
  ]
  return problems.map((problem) => `${operations[id].section} ${id}: ${problem}: ${text.slice(0, 200)}`)
}

/** Returns the problems of the answer to a bad request, which must be an error of the operation. */
export const notRefused = (id: OperationId, answer: Answer, says: string | RegExp): ReadonlyArray<string> =>
  problemsIn(id, answer, problemsOf(id, answer), says)

/** The same for an unknown path: the error has the form of the path's version. */
export const notMet = (id: OperationId, answer: Answer, says: string | RegExp): ReadonlyArray<string> =>
  problemsIn(id, answer, shapes[isV1(id) ? "errorV1" : "errorV1R1"](answer.json, "body"), says)
