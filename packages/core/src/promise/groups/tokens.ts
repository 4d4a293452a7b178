import * as Core from "../../Tokens.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Secret } from "../Secret.ts"

/** What a token says of itself. The units of the moments are not described. */
export interface TokenInfo {
  /** When it was made. */
  readonly created_at: number
  /** What it carries. */
  readonly data: string
  /** When it expires. */
  readonly expires_at: number
  /** Who issued it. */
  readonly issuer: string
  /** What its owner may do. */
  readonly permissions: ReadonlyArray<string>
  /** Status; which there are is not described. */
  readonly status: string
}

/** A validated token: what it says of itself, whose it is and of which type. */
export interface ValidatedTokenInfo extends TokenInfo {
  /** Whose it is. */
  readonly id: string
  /** Of which type it is. */
  readonly type: string
}

/** What a token is validated against, such as `{ resource_type: "user", permission_list: ["view_contacts"] }`. */
export interface ValidateQuery {
  /** The token. */
  readonly token?: string | Secret | undefined
  /** Type of the resource. */
  readonly resource_type?: string | undefined
  /** Category of the permissions. */
  readonly permission_category?: string | undefined
  /** Permissions that it must have. */
  readonly permission_list?: ReadonlyArray<string> | undefined
}

/** Inspects tokens. */
export interface TokenInspection {
  /** Reads what a token says of itself, or that of whoever is logged in; an unknown or expired one rejects with `ErrorV1` 401. */
  readonly info: (token?: string | Secret, options?: CallOptions) => CallPromise<TokenInfo>
  /**
   * Checks a token, or that of whoever is logged in, against permissions; one that does not have them rejects with
   * `ErrorV1` 401.
   */
  readonly validate: (query?: ValidateQuery, options?: CallOptions) => CallPromise<ValidatedTokenInfo>
}

const of = Group.of(Core.TokensGroup)

/** The group that inspects tokens, for `connectTo`. */
export const tokens: Group.Group<TokenInspection> = Group.make<TokenInspection>()(
  Core.Tokens,
  Core.Tokens.layer,
  "Tokens",
  {
    info: of.call("info", { ...Group.hidden("the token"), isOptional: true }),
    validate: of.call("validate", of.query("validate"))
  }
)
