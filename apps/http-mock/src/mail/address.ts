import * as Result from "effect/Result"

export const serverAccepts =
  "an address such as smtp://127.0.0.1:1025 or smtps://mail.example, with user:password@ before the host where the server asks for them (a percent sign in these is %25)"

export const webhookAccepts = "an address that begins with http:// or https:// (a percent sign in credentials is %25)"

export interface Login {
  readonly user: string
  readonly password: string
}

const decoded = (text: string) => Result.try(() => decodeURIComponent(text))

const readLogin = ({ password, username }: URL) => Result.all({ user: decoded(username), password: decoded(password) })

/** The credentials of an address that was read; nothing where it has none. */
export const loginOf = (url: URL): Login | undefined =>
  url.username === "" && url.password === "" ? undefined : Result.getOrUndefined(readLogin(url))

const urlOf = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && Result.isSuccess(readLogin(url)) ? url : undefined
}

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

export const readWebhook = (text: string): URL | undefined => {
  const url = urlOf(text)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}
