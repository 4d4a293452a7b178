import * as Jwt from "../../src/Jwt.ts"

/** What each secret has at its beginning and its end: in no encoding of text but base64 and hex does it look otherwise. */
const markOf = (name: string) => `Zq${name}9X`

const names = [
  "apiKey",
  "token",
  "refresh",
  "password",
  "personalAccessToken",
  "confirmation",
  "inspected",
  "inviteUrl",
  "expired",
  "issued",
  "reissued"
] as const

export type CanaryName = (typeof names)[number]

/** The mark of each canary. */
export const marks: ReadonlyArray<readonly [name: CanaryName, mark: string]> = names.map((name) => [name, markOf(name)])

// characters that each encoding spells otherwise, and that a header can carry
const odd = `-"<&'>/+=%\\ ~`

const canaryOf = (name: CanaryName) => `${markOf(name)}${odd}${markOf(name)}`

/** The secrets that the client is given, and those that the answers issue. */
export const canaries: { readonly [Name in CanaryName]: string } = {
  apiKey: canaryOf("apiKey"),
  token: canaryOf("token"),
  refresh: canaryOf("refresh"),
  password: `${canaryOf("password")}\u00fc\u20ac\n${markOf("password")}`,
  personalAccessToken: canaryOf("personalAccessToken"),
  confirmation: canaryOf("confirmation"),
  inspected: canaryOf("inspected"),
  inviteUrl: `https://invite.example/w/${markOf("inviteUrl")}?key=a%20b&of=${markOf("inviteUrl")}`,
  // expired in 2001
  expired: `${Jwt.signingInput({ alg: "HS256", typ: "JWT" }, { exp: 1_000_000_000 })}.${markOf("expired")}`,
  issued: canaryOf("issued"),
  reissued: canaryOf("reissued")
}
