import type { RuleTester } from "oxlint/plugins-dev"

// oxlint exports no rule type of its own; its tester's signature has it
export type Rule = Parameters<RuleTester["run"]>[1]

type Context = Parameters<NonNullable<Rule["create"]>>[0]

export type Node = NonNullable<Parameters<Context["report"]>[0]["node"]>
