import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { BodyFiles } from "./BodyFiles.ts"
import { bounded, tooLong } from "./bounded.ts"
import type { StubProblem } from "./mapping/readMappings.ts"
import type { StubMapping } from "./mapping/StubMapping.ts"
import { stubOf } from "./Stub.ts"
import type { Stub } from "./Stub.ts"

/** A mapping with the id that it goes by. */
export type Identified = StubMapping & { readonly id: string }

/** A mapping with its id, or a new one where it has none. */
export const identified = (mapping: StubMapping, newId: () => string): Identified => {
  const id = (mapping.id ?? mapping.uuid ?? newId()).toLowerCase()
  return { ...mapping, id, uuid: id }
}

// patterns and templates are read by engines of their own
const patience = 2000

/** The stub of a mapping, or all that is wrong with it. */
export const compile = Effect.fnUntraced(function* (mapping: Identified, files: BodyFiles) {
  const problems: Array<StubProblem> = []
  const name = mapping.response?.bodyFileName
  const file =
    name === undefined
      ? undefined
      : yield* Effect.catch(files.read(name), (reason) => {
          problems.push({ place: "response.bodyFileName", reason })
          return Effect.undefined
        })
  const made = bounded(patience, () => stubOf(mapping, file, problems))
  if (Result.isFailure(made)) {
    const reason = made.failure === tooLong ? "takes too long to read" : made.failure.message
    return yield* Effect.fail<ReadonlyArray<StubProblem>>([...problems, { place: "", reason }])
  }
  return problems.length === 0 ? made.success : yield* Effect.fail<ReadonlyArray<StubProblem>>(problems)
})

/** The stubs of several mappings, each with the place where it stands; or all that is wrong with them. */
export const compileAll = Effect.fnUntraced(function* (
  mappings: ReadonlyArray<Identified>,
  files: BodyFiles,
  placeOf: (index: number) => string
) {
  const problems: Array<StubProblem> = []
  const stubs: Array<Stub> = []
  for (const [index, mapping] of mappings.entries()) {
    const made = yield* Effect.result(compile(mapping, files))
    if (Result.isSuccess(made)) stubs.push(made.success)
    else problems.push(...made.failure.map((one) => within(placeOf(index), one)))
  }
  return problems.length === 0 ? stubs : yield* Effect.fail<ReadonlyArray<StubProblem>>(problems)
})

const within = (outer: string, { place, reason }: StubProblem): StubProblem => ({
  place: [outer, place].filter((part) => part !== "").join("."),
  reason
})
