import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Filled } from "./Fillable.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** What does not fit a form, by the names that people know its fields by: `speed: expected a finite number`. */
export const unfit = ({ fields }: Pick<Filled<never>, "fields">, { issue }: Schema.SchemaError): string =>
  issuesOf(issue)
    .issues.map(({ message, path = [] }) => {
      const [part] = path
      const name = part === undefined ? undefined : String(typeof part === "object" ? part.key : part)
      const flag = name === undefined ? undefined : (fields[name]?.flag ?? name)
      return flag === undefined ? message : `${flag.replaceAll("-", " ")}: ${message.replace(/^Expected/, "expected")}`
    })
    .join("; ")
