import type { Pods } from "@remote-assist/core"
import * as Result from "effect/Result"

/** The pods that rows name. */
export interface PodNames {
  /** The ids of what a cell names: one pod, or several with a `;`, `|` or comma between; why not where one is not known. */
  readonly resolve: (cell: string) => Result.Result<ReadonlyArray<Pods.PodId>, string>
}

const plain = (name: string) => name.trim().normalize("NFKC").toLowerCase()

/** Makes what finds pods by id or name; without case unless two differ in nothing else. */
export const make = (pods: ReadonlyArray<Pods.Pod>): PodNames => {
  const byId = new Map(pods.map((pod) => [String(pod.id), pod]))
  const named = (name: string) => {
    const exact = pods.filter((pod) => pod.name?.trim() === name)
    return exact.length > 0 ? exact : pods.filter((pod) => plain(pod.name ?? "") === plain(name))
  }
  const one = (text: string): Result.Result<Pods.PodId, string> => {
    const ofId = byId.get(text)
    if (ofId !== undefined) return Result.succeed(ofId.id)
    const [found, other] = named(text)
    if (found === undefined) return Result.fail(`no such pod: ${text}`)
    return other === undefined
      ? Result.succeed(found.id)
      : Result.fail(
          `several pods are called ${text}: give the id, ${named(text)
            .map(({ id }) => id)
            .join(" or ")}`
        )
  }
  const several = (texts: ReadonlyArray<string>) => Result.all(texts.map(one))
  const parts = (cell: string, between: RegExp) =>
    cell
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== "")
  return {
    resolve: (cell) => {
      if (cell === "") return Result.succeed([])
      // a name may have what stands between names
      const whole = one(cell)
      if (Result.isSuccess(whole) || !/[;|,]/.test(cell)) return Result.map(whole, (id) => [id])
      const bySemicolon = several(parts(cell, /[;|]/))
      return Result.isSuccess(bySemicolon) ? bySemicolon : several(parts(cell, /[;|,]/))
    }
  }
}
