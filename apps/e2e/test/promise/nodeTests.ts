import { test } from "node:test"

import { runScenario, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

void test("the target lacks a need", (context) =>
  runScenario(scenario(Effect.void, { needs: ["world"] }), { context, target: "live" }))

void test("an empty scenario", (context) => runScenario(scenario(Effect.void), { context }))
