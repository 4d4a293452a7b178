import { describe, expect, test } from "vitest"

import { resources } from "../../src/resources/resources.ts"

const texts = resources.flatMap(({ forms = [], queries = [] }) =>
  [...forms, ...queries].map(({ consequence, fields, name }) => {
    const helps = Object.values(fields).map(({ help }) => help)
    return [name, [consequence, ...helps].join(" ")] as const
  })
)

describe("the text of a form, which the screen shows too,", () => {
  test.each(texts)("names no command and no flag: %s", (_, text) => {
    expect(text).not.toMatch(/\bremote-assist \w|(?:^|\s)--\w/)
  })
})
