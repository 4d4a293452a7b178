import { dot } from "./dot.ts"
import { github } from "./github.ts"
import { html } from "./html.ts"
import { json, ndjson } from "./json.ts"
import { junit } from "./junit.ts"
import { lines } from "./lines.ts"
import { pretty } from "./pretty.ts"
import type { MakeReporter } from "./Reporter.ts"
import { tap } from "./tap.ts"

/** The reporters by name. */
export const reporters = { pretty, lines, dot, json, ndjson, junit, tap, github, html } satisfies Record<
  string,
  MakeReporter
>

export type ReporterName = keyof typeof reporters

export const isReporter = (name: string): name is ReporterName => Object.hasOwn(reporters, name)
