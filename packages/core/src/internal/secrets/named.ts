import { isSecretName } from "./secretNames.ts"

const jwt = /eyJ[\w-]*(?:\.[\w-]*){0,4}/g
const shortestJwt = 19

// each: a name, what stands between, and the value; a name begins where a run of its letters does, so that one is read once
const fields = [
  /(?<![\w.-])([\w.-]+)(\\*["']?\s*(?:[:=]|=>)\s*")((?:[^"\\]|\\.)*)/g,
  /(?<![\w.-])([\w.-]+)(\\*["']?\s*(?:[:=]|=>)\s*')((?:[^'\\]|\\.)*)/g,
  /(?<![\w.-])([\w.-]+)(\\+["']\s*[:=]\s*\\+["'])([^"'\\]*)/g,
  /(?<![\w.-])([\w.-]+)(&(?:quot|apos|#34|#39);\s*:\s*&(?:quot|apos|#34|#39);)([^&<]*)/g,
  /(?<![\w.-])([\w.-]+)(\\*["']?\s*:\s*\[)([^\]]*)/g,
  /(?<![\w%.-])([\w%.-]+)(=)([^&#\s"'<>;,(){}[\]\\]+)/g,
  /<([\w:.-]+)((?:\s[^<>]*)?>(?:<!\[CDATA\[)?)([^<>]*[^<>\s][^<>]*)/g,
  /&lt;([\w:.-]+)((?:\s[^<>&]*)?&gt;)([^<>&]+)/g
]

const header =
  /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie|[\w-]*(?:api|access)-?key)(\s*:\s*)([^\s"'<>\\][^\r\n"'<>\\]*)/gi

// prose has colons too: "Wrong token: try again"
const told = /(?<![\w-])([\w-]+)(["']?\s*:\s*)((?=[^\s"'<>&,;]{0,99}\d)[^\s"'<>&,;(){}[\]\\]{6,})/g

const own = (name: string) => name.slice(name.lastIndexOf(":") + 1)

const hide = (found: string, name: string, _between: string, value: string) =>
  value !== "" && isSecretName(own(name)) ? `${found.slice(0, found.length - value.length)}…` : found

/** Writes `…` for what looks like a secret by its form or by the name it stands under, known or not. */
export const maskNamed = (text: string): string => {
  const withoutJwt = text.replaceAll(jwt, (found) =>
    found.length >= shortestJwt || (found.length > 9 && found.includes(".")) ? "…" : found
  )
  const withoutHeaders = withoutJwt.replaceAll(header, "$1$2…")
  return [...fields, told].reduce((rest, field) => rest.replaceAll(field, hide), withoutHeaders)
}
