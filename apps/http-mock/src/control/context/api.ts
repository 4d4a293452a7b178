import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as OpenApi from "effect/http-api/OpenApi"

/** What is asked for cannot be done; `detail` says why and what to do instead. */
export { BadRequestProblem } from "effect/http-api/HttpApiError"

/** There is nothing of that name; `detail` says what there is. */
export class NotFoundProblem extends HttpApiError.Problem<NotFoundProblem>()("NotFoundProblem", {
  type: "about:blank",
  status: 404,
  title: "Not Found"
}) {}

/** The emulator's own API without its groups: what holds for each of them. */
export const emptyControlApi = HttpApi.make("remote-assist-mock")
  .annotateMerge(
    OpenApi.annotations({
      title: "Control plane of the remote-assistance emulator",
      version: "1.0.0",
      description:
        "Puts a tenant of the emulator into any state and shows what happened there. The header x-mock-tenant, or /t/<name> before the path, names the tenant."
    })
  )
  // a field that is not known is a misspelt one: ignored, it would leave the tenant as it is
  .annotate(HttpApi.ParamsParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
