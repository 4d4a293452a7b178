import { isSecretName } from "@remote-assist/core/Secrets"
import * as Result from "effect/Result"

import type { Line, Part } from "../../../actions/Report.ts"
import { hidden, isOpenHeader, mapSecrets } from "../../../requests/secrets.ts"
import { masked } from "../texts.ts"

/** Characters that are shown of a body. */
const most = 8000

/** Operations whose answer is a secret as a whole. */
const opens = /\/(?:auth|oauth)(?:\/|$)/

const parsed = (text: string) => Result.try((): unknown => JSON.parse(text))

/** A body without its secrets; what cannot be read for them is left out as a whole. */
const bodyText = (text: string, path: string, encoding: string | undefined): string => {
  if (text === "") return "(empty)"
  if (encoding !== undefined) return `(${encoding})`
  return Result.match(parsed(text), {
    onSuccess: (body) => {
      if (typeof body === "string" && opens.test(path)) return hidden
      const shown = mapSecrets(path, body, () => hidden)
      return masked(JSON.stringify(shown, undefined, 2)).slice(0, most)
    },
    onFailure: () => `(no JSON, ${text.length} characters)`
  })
}

const isSafe = (name: string) => isOpenHeader(name) || !/auth|cookie|key|^x-mock/.test(name)

/** Headers and body, line by line and without secrets. */
export const partOf = (
  title: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  { encoding, text }: { readonly encoding?: string; readonly text: string }
): Part => ({
  title,
  lines: [
    ...Object.entries(headers).map(([name, value]): Line => ({
      label: name,
      text: isSafe(name) && !isSecretName(name) ? masked(value) : hidden
    })),
    ...bodyText(text, path, encoding)
      .split("\n")
      .map((text): Line => ({ text, isCode: true }))
  ]
})
