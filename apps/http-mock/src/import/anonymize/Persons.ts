import type * as Words from "./Words.ts"

/** Somebody who does not exist. */
export interface Person {
  readonly name: string
  readonly email: string
}

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** An e-mail address as the mailbox, what stands behind a plus sign in it, and the domain. */
const partsOf = (email: string) => {
  const at = email.lastIndexOf("@")
  const [mailbox = "", ...tags] = email.slice(0, at).split("+")
  return { mailbox, tag: tags.join("+"), domain: email.slice(at + 1) }
}

/** Who stands for whom, by the e-mail address: one person for all addresses of a mailbox, and no other's. */
export const make = (words: Words.Words): ((email: string) => Person) => {
  const taken = new Map<string, string>()
  return (email) => {
    const { domain, mailbox, tag } = partsOf(email.toLowerCase())
    const owner = `${mailbox}@${domain}`
    for (let attempt = 0; ; attempt++) {
      const first = words.of(`first name ${attempt}`, owner, 3)
      const last = words.of(`last name ${attempt}`, owner)
      const place = `company-${words.of("domain", domain)}.example`
      const address = `${first}.${last}@${place}`
      const other = taken.get(address)
      if (other !== undefined && other !== owner) continue
      taken.set(address, owner)
      const plus = tag === "" ? "" : `+${words.of("tag", tag)}`
      return { name: `${capital(first)} ${capital(last)}`, email: `${first}.${last}${plus}@${place}` }
    }
  }
}
