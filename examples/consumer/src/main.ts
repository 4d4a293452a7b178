import * as HttpNode from "@remote-assist/core/HttpNode"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as effect from "./effect.ts"
import * as promise from "./promise.ts"

const { BASE_URL: baseUrl = "https://us.example.com", API_KEY: apiKey = "" } = process.env
const region = { name: "us", baseUrl, apiKey: Redacted.make(apiKey) } as const

console.log((await Effect.runPromise(effect.podNames(region))).join())
console.log((await Effect.runPromise(effect.podNames(region, HttpNode.layer))).join())
console.log((await promise.podNames({ name: "us", baseUrl, apiKey })).join())
