import { isSecretName } from "@remote-assist/core/Secrets"
import { expect, test } from "vitest"

import { mapSecrets } from "../../src/requests/Requests.ts"

test.each(["recordingUrl", "signed_url", "linkUrl", "refresh_token", "x-service-api-key"])("%s is a secret", (name) =>
  expect(isSecretName(name)).toBe(true)
)

test("masks an address anywhere in a body", () => {
  const body = { events: [{ data: { signed_url: "https://recordings.example/1" }, name: "snapshot" }] }
  expect(mapSecrets("/v1/calls/1/events", body, () => "…")).toEqual({
    events: [{ data: { signed_url: "…" }, name: "snapshot" }]
  })
})
