/** What a mail server is given as, in words. */
export const serverAccepts =
  "an address such as smtp://127.0.0.1:1025 or smtps://mail.example, with user:password@ before the host where the server asks for them"

/** What a webhook is given as, in words. */
export const webhookAccepts = "an address that begins with http:// or https://"

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** The mail server of an address; nothing where it is none. */
export const readServer = (text: string): URL | undefined => {
  const url = urlOf(text)
  const isServer =
    url !== undefined &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== "" &&
    /^\/?$/.test(url.pathname) &&
    url.search === "" &&
    url.hash === ""
  return isServer ? url : undefined
}

/** The webhook of an address; nothing where it is none. */
export const readWebhook = (text: string): URL | undefined => {
  const url = urlOf(text)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/** An address as it may be told: credentials, path and query may be secrets. */
export const told = ({ host, protocol }: URL): string => `${protocol}//${host}`
