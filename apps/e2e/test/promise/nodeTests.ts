import { test } from "node:test"

import { runScenario, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

void test("a target that lacks something", (context) =>
  runScenario(scenario(Effect.void, { needs: ["world"] }), { context, target: "live" }))

void test("nothing to look at", (context) => runScenario(scenario(Effect.void), { context }))
