const stems = /passw|passphrase|pwd|secret|token|jwt|apikey|linkurl|authorization|credential|cookie/

const percent = /(?:%[0-9a-f]{2})+/gi

const unicode = /\\u([0-9a-f]{4})/gi

const bytesOf = (encoded: string) => Buffer.from(encoded.replaceAll("%", ""), "hex").toString()

/** A text with what is percent-encoded written out, once. */
export const decoded = (text: string): string => text.replaceAll(percent, bytesOf)

const unescaped = (text: string) =>
  text.replaceAll(unicode, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A text as it reads, the more of what is percent-encoded or escaped as in JSON is written out. */
export const readings = (text: string): ReadonlyArray<string> => {
  const found = new Set([text])
  for (let read = text, times = 0; times < 3 && /%|\\u/i.test(read); times += 1) {
    const once = decoded(read)
    read = unescaped(once)
    found.add(once).add(read)
  }
  return [...found]
}

/** A text as it reads once what is percent-encoded or escaped as in JSON is written out, however often it was. */
export const plain = (text: string): string => readings(text).at(-1) ?? text

const lettersOf = (text: string) =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")

/** Whether the name of a secret stands anywhere in a text, in whatever case and spelling. */
export const mentionsSecret = (text: string): boolean => stems.test(lettersOf(text))

const isAlone = /(?:^|[^a-z])(?:pat|pass|refresh)(?:$|[^a-z])/i

/** Whether a field, parameter or header of this name holds a secret: its case and spelling do not matter. */
export const isSecretName = (name: string): boolean => mentionsSecret(name) || isAlone.test(plain(name))

/** Whether a parameter of this name in an address holds a secret: signatures let in whoever has one. */
export const isSecretParameter = (name: string): boolean =>
  isSecretName(name) || /signature$|^sig$/.test(lettersOf(name))

/** The variable that stands for a secret of this name. */
export const variableOf = (name: string): string => {
  const words = plain(name)
    .slice(0, 100)
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
  return /API_?KEY$/.test(words) ? "API_KEY" : words === "AUTHORIZATION" ? "TOKEN" : words || "SECRET"
}

// what a log-in or a registration tells beside its secrets; whatever else it holds may be one that is misspelt
const open = new Set([
  "email",
  "name",
  "display_name",
  "location",
  "title",
  "contact_email",
  "contact_name",
  "enterprise_name",
  "reseller_id"
])

/** Whether a field of a log-in or a registration can be shown. */
export const isOpenName = (name: string): boolean => open.has(name)
