import { assert, describe, it } from "vitest"

import { connect, connectTo, enterpriseUsers, InvalidSettings, secret } from "../../src/promise.ts"
import { rejection } from "./service.ts"

const settings = { name: "us", baseUrl: "https://us.example.com", apiKey: "key-1" }

const refusedSettings: Array<[string, any, string, string]> = [
  ["none", undefined, "name", "it is missing: give an object, such as"],
  ["empty ones", {}, "name", 'it must be "us" or "eu".'],
  ["no address", { name: "us", apiKey: "k" }, "baseUrl", "https://us.example.com"],
  ["no key", { name: "us", baseUrl: settings.baseUrl }, "apiKey", "it is not a text, or it is empty. Give the key"],
  ["a number as key", { ...settings, apiKey: 7 }, "apiKey", "it is not a text"],
  ["a number as address", { ...settings, baseUrl: 7 }, "baseUrl", "https://us.example.com"],
  [
    "a form there is not",
    { ...settings, apiKeyForm: "Header" },
    "apiKeyForm",
    'it must be "header" or "authorization".'
  ],
  ["an empty key", { ...settings, apiKey: "" }, "apiKey", "it is empty. Give the key"],
  ["an empty secret", { ...settings, apiKey: secret("") }, "apiKey", "it is empty. Give the key"],
  ["an empty address", { ...settings, baseUrl: "" }, "baseUrl", "https://us.example.com"],
  [
    "the path of the interface",
    { ...settings, baseUrl: "https://us.example.com/api/v1" },
    "baseUrl",
    "leave out /api/v1"
  ],
  [
    "the path of an operation",
    { ...settings, baseUrl: "https://a.test/api/v1r1/auth" },
    "baseUrl",
    "leave out /api/v1"
  ],
  [
    "a query in the address",
    { ...settings, baseUrl: "https://a.test/api?x=1" },
    "baseUrl",
    "without a query or a fragment"
  ],
  [
    "a header of the client",
    { ...settings, headers: { Accept: "text/csv" } },
    "headers",
    "sends the header accept itself"
  ],
  ["headers of another kind", { ...settings, headers: new Headers() }, "headers", "Object.fromEntries"],
  ["headers in a map", { ...settings, headers: new Map() }, "headers", "Object.fromEntries"],
  ["a region there is not", { ...settings, name: "US" }, "name", '"us" or "eu"'],
  ["an invalid address", { ...settings, baseUrl: "nonsense" }, "baseUrl", "https://us.example.com"],
  ["another spelling of a required one", { name: "us", baseURL: "x", apiKey: "k" }, "baseURL", 'mean "baseUrl"?'],
  ["one misspelt", { ...settings, retires: 5 }, "retires", 'did you mean "retries"?'],
  ["another spelling", { ...settings, baseURL: "x" }, "baseURL", 'did you mean "baseUrl"?'],
  ["a timeout as text", { ...settings, timeout: "30 s" }, "timeout", "milliseconds"],
  ["half a retry", { ...settings, retries: 1.5 }, "retries", "whole number"],
  [
    "half a token store",
    { ...settings, tokenStore: { load: () => undefined } },
    "tokenStore",
    "the functions load, save, clear and optionally exclusive."
  ],
  ["an invalid logger", { ...settings, logger: true }, "logger", "debug"],
  ["a partner key that was not made", { ...settings, partnerKey: { siteId: 1 } }, "partnerKey", "partnerKey({ ... })"],
  ["an invalid header", { ...settings, headers: { "x y": "1" } }, "headers", "x y"],
  ["an invalid agent", { ...settings, userAgent: "acme\n" }, "userAgent", "a header can carry"],
  ["an invalid fetch", { ...settings, fetch: "node-fetch" }, "fetch", "must be a function"]
]

const refusedGroups: Array<[string, any, string]> = [
  ["none", undefined, "such as { users: enterpriseUsers }."],
  ["a group by itself", "users", "such as { users: enterpriseUsers }."],
  ["one that is not there", { users: undefined }, "users is not a group"],
  ["an invalid group", { users: {} }, "users is not a group"],
  ["one in place of the session", { session: enterpriseUsers }, "the client itself has session"],
  ["one in place of request", { request: enterpriseUsers }, "the client itself has request"],
  ["one in place of close", { close: enterpriseUsers }, "the client itself has close"]
]

describe("settings that do not fit are refused", () => {
  it.each(refusedSettings)("settings: %s", async (_, settings, setting, part) => {
    const error = await rejection(connect(settings))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, setting)
    assert.include(error.message, part)
    assert.match(error.message, /^The setting \w+ cannot be used: .+[.?]$/)
  })

  it.each(refusedGroups)("groups: %s", async (_, groups, part) => {
    const error = await rejection(connectTo({ name: "us", baseUrl: settings.baseUrl, apiKey: "key-1" }, groups))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, "groups")
    assert.include(error.message, part)
  })
})
