import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** The fields that a form does not have. */
const otherFields = (issue: SchemaIssue.Issue): ReadonlyArray<string> => {
  if (issue._tag === "Composite") return issue.issues.flatMap(otherFields)
  return issue._tag === "Pointer" && issue.issue._tag === "UnexpectedKey" ? issue.path.map(String) : []
}

const clearer = (issue: SchemaIssue.Issue, expected: string): SchemaIssue.Issue => {
  if (issue._tag !== "AnyOf" || issue.issues.length === 0) return issue
  const meant = issue.issues.find((one) => otherFields(one).length === 0)
  const names = [...new Set(issue.issues.flatMap(otherFields))].slice(0, 5).map((name) => name.slice(0, 100))
  return meant ?? new SchemaIssue.InvalidValue({ message: `Expected ${expected}, not ${names.join(" and ")}` })
}

/**
 * What is given in one of several forms, told apart by their fields: what is wrong is told of the form that was meant,
 * and which forms there are where it is none.
 */
export const oneForm = <Forms extends ReadonlyArray<Schema.Constraint>>(expected: string, forms: Forms) =>
  Schema.Union(forms)
    .annotate({ expected })
    .pipe(Schema.catchDecoding((issue) => Effect.fail(clearer(issue, expected))))
