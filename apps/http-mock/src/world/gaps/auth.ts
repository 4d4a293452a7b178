import { gap } from "./Gap.ts"
import { oneOf, text, texts } from "./Kind.ts"

/** What the interface leaves open about API keys and log-in. */
export const auth = {
  "api-key.value": gap(texts("demo-api-key"), {
    section: "5, 5",
    alternatives: "keys that are issued and revoked while the service runs",
    reason: "How keys are issued is not shown; one known key suffices to develop against."
  }),
  "api-key.form": gap(oneOf("header-or-authorization", "header", "authorization"), {
    section: "5, 1",
    reason: "The reference samples and the administration examples differ; both work where no user token is sent."
  }),
  "api-key.beside-token": gap(oneOf("required", "optional"), {
    section: "5, 1",
    reason: "Programs send the key on every call; optional is for those whose one header authorization has the token."
  }),
  "auth.exchange-reuse": gap(oneOf("reusable", "once"), {
    section: "4.1, 3",
    reason: "A migration that is run again should not fail; once spends the refresh token of the alias."
  }),
  "auth.enterprise-log-in": gap(oneOf("administrators", "everyone"), {
    section: "4.1, 5",
    reason: "The token administers the enterprise, so its administrators get it."
  }),
  "auth.from-url-subject": gap(oneOf("guest", "user"), {
    section: "4.1, 9",
    reason: "The URL names no user; user gives the tokens of the one that the invitation was sent to."
  }),
  "auth.guest-permissions": gap(texts("view_account"), {
    section: "4.1, 1",
    reason: "The permissions of a guest are not shown; this one is an example of the interface."
  }),
  "auth.password": gap(text("correct-horse"), {
    section: "4.5, 1",
    alternatives: "no password until the invitation is accepted, which no endpoint does",
    reason: "A provisioned user can log in at once, so that deactivation can be seen to stop it."
  })
} as const
