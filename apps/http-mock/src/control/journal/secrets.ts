import * as Secrets from "@remote-assist/core/Secrets"

/** What stands for a secret in what is exported. */
export const hidden = "[redacted]"

/** Yields what to write in place of a secret of this name, which is in capitals. */
export type Hide = (name: string) => string

/** The shortest secret that is looked for elsewhere than where its name says so: a shorter one is part of other words. */
export const shortest = 6

/** The most secrets that are looked for in all of an exchange. */
export const most = 200

/** The variable that stands for a secret of this name. */
export const variableOf = (name: string): string => {
  const words = Secrets.decoded(name)
    .slice(0, 100)
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
  return /API_?KEY$/.test(words) ? "API_KEY" : words === "AUTHORIZATION" ? "TOKEN" : words || "SECRET"
}

// of an address such as https://user:password@host
const userPassword = /(:\/\/[^\s/?#:@"'<>]{0,200}:)[^\s/?#@"'<>]{1,200}(?=@)/g

// begins where a run of letters does, so that a long one without a point is read once
const jwt = /(?<![\w-])[\w-]+\.eyJ[\w-]*\.[\w-]+/

const parameter = /(^|[?&;#])([^=&;#?\s"'<>{}]{1,200})=([^&#\s"'<>]+)/g

// a name and what follows it, in whichever notation; begins where a run of letters does
const field = /(?<![\w%\\-])([\w%\\-]{1,200})["'\\]{0,4}\s{0,4}[=:>]/g

/** Whether a text has a field of a secret's name. */
export const hasSecretField = (text: string): boolean =>
  [...Secrets.decoded(text).matchAll(field)].some(([, name = ""]) => Secrets.isSecretName(name))

/** Yields a function that writes a text without any of these secrets, each with its name, without user tokens and secret parameters. */
export const hiding = (secrets: ReadonlyMap<string, string>, hide: Hide): ((text: string) => string) => {
  const mask = Secrets.masker(secrets.keys(), (secret) => hide(secrets.get(secret) ?? "SECRET"))
  const parameters = (text: string) =>
    text.replaceAll(parameter, (whole, sign: string, name: string, value: string) =>
      Secrets.isSecretName(name)
        ? `${sign}${name}=${hide(variableOf(name))}`
        : hasSecretField(value)
          ? `${sign}${name}=${hide("SECRET")}`
          : whole
    )
  return (text) => {
    const shown = mask(text.replaceAll(userPassword, (_, before: string) => `${before}${hide("PASSWORD")}`))
    const parts = shown.split(jwt)
    // one that is encoded goes with what is around it
    return parts.map((part) => (jwt.test(Secrets.decoded(part)) ? hide("TOKEN") : parameters(part))).join(hide("TOKEN"))
  }
}
