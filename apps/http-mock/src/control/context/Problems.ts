import * as HttpApiError from "effect/http-api/HttpApiError"

/** What is asked for cannot be done; `detail` says why and what to do instead. */
export { BadRequestProblem } from "effect/http-api/HttpApiError"

/** There is nothing of that name; `detail` says what there is. */
export class NotFoundProblem extends HttpApiError.Problem<NotFoundProblem>()("NotFoundProblem", {
  type: "about:blank",
  status: 404,
  title: "Not Found"
}) {}
