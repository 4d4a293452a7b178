import { Auth } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Inquiry from "../../actions/Inquiry.ts"
import * as Report from "../../actions/Report.ts"
import * as Claims from "../../session/claims.ts"
import * as Standing from "../../session/Standing.ts"
import type { Connection } from "./Connection.ts"

/** The token of the enterprise, for other programs: the session stays as it is. */
export const enterpriseToken = Inquiry.make<Connection, Auth.LogIn>(Auth.LogIn, {
  name: "session.enterprise-token",
  label: "get token",
  object: "of the enterprise",
  keys: ["e"],
  pending: "getting",
  on: "none",
  consequence:
    "Gets the token of the enterprise for another program, with the password of an administrator. The session here stays as it is; remote-assist login --enterprise makes one of it.",
  fields: {
    email: {
      flag: "email",
      label: "E-mail or user name",
      takes: "text",
      help: "Of an administrator",
      isRequired: true
    },
    password: { flag: "password", takes: "text", help: "", isRequired: true, isSecret: true }
  },
  run: (credentials) =>
    Effect.map(
      Effect.flatMap(Auth.Auth, ({ enterprise }) => enterprise(credentials)),
      (token) => {
        const { exp, sub } = Claims.of(token)
        const until = exp === undefined ? undefined : exp * 1000
        return Report.ofFacts(
          "The token of the enterprise",
          [
            ["Token", token],
            ["Subject", sub],
            ["Until", until === undefined ? undefined : Standing.time(until)],
            ["Renewal", "cannot be renewed: get another then"]
          ],
          { token, subject: sub ?? null, expires_at: Standing.iso(until) }
        )
      }
    ),
  example: "--email ada@example.com --reveal"
})
