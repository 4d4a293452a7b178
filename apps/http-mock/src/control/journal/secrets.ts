import { isSecretName, isSecretParameter, plain, readings, variableOf } from "./secretNames.ts"

/** What stands for a secret in what is exported. */
export const hidden = "[redacted]"

/** Yields what to write in place of a secret of this name, which is in capitals. */
export type Hide = (name: string) => string

/** The secrets of an exchange, each with the name that it goes by. */
export type Secrets = ReadonlyMap<string, string>

/** The shortest secret that is looked for elsewhere than where its name says so: a shorter one is part of other words. */
export const shortest = 6

/** The most secrets that are looked for in all of an exchange. */
export const most = 200

// of an address such as https://user:password@host
const userPassword = /(:\/\/[^\s/?#:@"'<>]{0,200}:)[^\s/?#@"'<>]{1,200}(?=@)/g

// begins where a run of letters does, so that a long one without a point is read once
const jwt = /(?<![\w-])[\w-]+\.eyJ[\w-]*\.[\w-]+/

const parameter = /(^|[?&;#])([^=&;#?\s"'<>{}]{1,200})=([^&#\s"'<>]+)/g

// a name and what follows it, in whichever notation; begins where a run of letters does
const field = /(?<![\w%\\-])([\w%\\-]{1,200})["'\\]{0,4}\s{0,4}[=:>]/g

/** Whether a text has a field of a secret's name. */
export const hasSecretField = (text: string): boolean =>
  [...plain(text).matchAll(field)].some(([, name = ""]) => isSecretName(name))

const formsOf = (secret: string) => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([["", secret]]).toString().slice(1)
  ])
]

/** Yields a function that writes a text without any of these secrets, user tokens and secret parameters. */
export const hiding = (secrets: Secrets, hide: Hide): ((text: string) => string) => {
  const longestFirst = [...secrets].toSorted(([one], [other]) => other.length - one.length)
  const forms = longestFirst.flatMap(([secret, name]) => formsOf(secret).map((form) => [form, name] as const))

  // what is encoded in an unusual way goes as a whole
  const unusual = (text: string) => {
    const read = [...readings(text), ...(text.includes("+") ? readings(text.replaceAll("+", " ")) : [])]
    const found = longestFirst.find(([secret]) => read.some((one) => one.includes(secret)))
    return found === undefined ? (read.some((one) => jwt.test(one)) ? hide("TOKEN") : text) : hide(found[1])
  }

  const parameters = (text: string) => {
    const written: Array<string> = []
    let end = 0
    for (const { 0: whole, 1: sign, 2: name = "", 3: value = "", index } of text.matchAll(parameter)) {
      written.push(unusual(text.slice(end, index)))
      const isSecret = isSecretParameter(name)
      written.push(`${sign}${unusual(name)}=`)
      written.push(isSecret ? hide(variableOf(name)) : hasSecretField(value) ? hide("SECRET") : unusual(value))
      end = index + whole.length
    }
    return [...written, unusual(text.slice(end))].join("")
  }

  const from = (text: string, at: number): string => {
    const next = forms.findIndex(([form], index) => index >= at && text.includes(form))
    const [form, name] = forms[next] ?? []
    return form === undefined || name === undefined
      ? text.split(jwt).map(parameters).join(hide("TOKEN"))
      : text
          .split(form)
          .map((part) => from(part, next + 1))
          .join(hide(name))
  }
  const address = (text: string) => text.replaceAll(userPassword, (_, before: string) => `${before}${hide("PASSWORD")}`)
  return (text) => from(text.includes("://") ? address(text) : text, 0)
}
