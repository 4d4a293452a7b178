import { expect, test } from "vitest"

import { hitsIn } from "../lint/words.ts"

const found = (path: string, source: string) => hitsIn(path, source).map(({ line, text }) => `${line}: ${text}`)

test("the check of words finds a phrase in comments, strings, templates and pages", () => {
  expect(
    found(
      "a.ts",
      `/** Nothing where
 * it is missing. */
export const a = "is no terminal"
// whoever asks
export const b = \`\${a} was told\`
`
    )
  ).toEqual(["1: Nothing where", "4: whoever", "3: is no", "5: told"])
  expect(found("a.md", "# Title\n\nThis is none of it.\n")).toEqual(["3: is none"])
})

test("the check of words finds names that a file declares, not those that it uses", () => {
  expect(
    found(
      "a.ts",
      `import { told } from "elsewhere"
export const of = 1
export interface A { readonly kept: string }
export const f = (given: string, { made }: { made: string }) => [told, given, made].map((toldOnce) => toldOnce)
`
    )
  ).toEqual(["2: of", "3: kept", "4: given", "4: made", "4: toldOnce"])
})

test("the check of words accepts standard English", () => {
  expect(
    found(
      "a.ts",
      `// there is no file, so the default is used\nexport const options = "is not a terminal" satisfies string`
    )
  ).toEqual([])
})
