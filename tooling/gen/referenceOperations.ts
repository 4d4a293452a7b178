import { operations } from "../../packages/core/src/Contract.ts"
import type { Operation } from "../../packages/core/src/Contract.ts"
import type { ErrorForm } from "../../packages/core/src/Operation.ts"
import { code, page, table } from "./markdown.ts"

/** The error class of each error form. */
const classes: Readonly<Record<ErrorForm, string>> = {
  errorV1: "ErrorV1",
  errorV1R1: "ErrorV1R1",
  errorText: "ErrorText"
}

const errors = ({ errorForms }: Operation) =>
  Array.from(errorForms, ([status, forms]) => `${status} ${forms.map((form) => classes[form]).join(" or ")}`).join(", ")

const row = (operation: Operation) => {
  const { id, method, path, retry, section, summary } = operation
  return [code(id), code(`${method} ${path}`), summary, section, errors(operation), retry]
}

/** The page with the operations of the contract. */
export const render = () =>
  page("Operations", "packages/core/src/Contract.ts", [
    "Each operation is a method of the service with its name, such as `EnterpriseUsers.list`. Calls that are `safe` or `idempotent` are retried, `unsafe` ones are not.",
    table(["operation", "request", "", "interface", "errors", "retry class"], operations.map(row))
  ])
