import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"

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
