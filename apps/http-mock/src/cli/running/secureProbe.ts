import type { PeerCertificate, TLSSocket } from "node:tls"

import * as Effect from "effect/Effect"

/** What an address of HTTPS answers, with the certificate of who does, whether anybody trusts it or not. */
interface Asked {
  readonly text: string
  /** As PEM. */
  readonly certificate: string
}

const { get } = process.getBuiltinModule("node:https")

const mostCharacters = 100_000

const pemOf = ({ raw }: PeerCertificate) =>
  `-----BEGIN CERTIFICATE-----\n${(raw.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`

const isSecure = (socket: object): socket is TLSSocket => "getPeerCertificate" in socket

/** Asks an address of HTTPS for what it says of itself; nothing secret is sent, so that any certificate will do. */
export const ask = (url: string): Effect.Effect<Asked, "nothing" | "something else"> =>
  Effect.callback((resume) => {
    const sent = get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      const { socket } = response
      const certificate = isSecure(socket) ? pemOf(socket.getPeerCertificate()) : ""
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => {
        text += part
        if (text.length > mostCharacters) sent.destroy()
      })
      response.on("end", () => resume(Effect.succeed({ text, certificate })))
      response.on("error", () => resume(Effect.fail("something else")))
    })
    sent.on("error", () => resume(Effect.fail("nothing")))
    return Effect.sync(() => sent.destroy())
  })
