import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import MailComposer from "nodemailer/lib/mail-composer"
import SMTPConnection from "nodemailer/lib/smtp-connection"

import { oneLine } from "../world/oneLine.ts"
import { loginOf, told } from "./address.ts"
import { messageOf, sender } from "./message.ts"
import { Undelivered } from "./Outgoing.ts"
import type { Carrier } from "./Outgoing.ts"

const patience = Duration.toMillis("5 seconds")

const isLocal = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)

const portOf = ({ port, protocol }: URL) => (port === "" ? (protocol === "smtps:" ? 465 : 25) : Number(port))

const optionsOf = (url: URL) => ({
  host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
  port: portOf(url),
  secure: url.protocol === "smtps:",
  // a server of this machine signs its certificate itself
  tls: { rejectUnauthorized: !isLocal(url.hostname) },
  connectionTimeout: patience,
  greetingTimeout: patience,
  socketTimeout: patience,
  dnsTimeout: patience
})

const longest = 300

const base64 = (text: string) => Buffer.from(text).toString("base64")

/** What stands for the credentials on the wire, and in the address. */
const secretsOf = (url: URL): ReadonlyArray<string> => {
  const login = loginOf(url)
  if (login === undefined) return []
  const { password, user } = login
  const plain = [base64(`\0${user}\0${password}`), base64(`${user}\0${user}\0${password}`)]
  return [...plain, base64(password), base64(user), url.password, password, url.username, user]
    .filter((secret) => secret !== "")
    .toSorted((one, other) => other.length - one.length)
}

/** What went wrong, as one line; a server may repeat the credentials that it refuses. */
const reasonOf = (error: unknown, secrets: ReadonlyArray<string>) => {
  const text = oneLine(error instanceof Error ? error.message : String(error))
  return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), text).slice(0, longest)
}

const isFinal = (error: unknown) => {
  const code = Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : undefined
  if (code !== undefined) return code >= 500
  return Predicate.hasProperty(error, "code") && error.code === "EENVELOPE"
}

const composed = (mail: ReturnType<typeof messageOf>) =>
  Effect.callback<Buffer, unknown>((resume) =>
    new MailComposer(mail)
      .compile()
      .build((error, message) => resume(error === null ? Effect.succeed(message) : Effect.fail<unknown>(error)))
  )

const transmitted = (url: URL, to: string, message: Buffer) =>
  Effect.callback<void, unknown>((resume) => {
    const connection = new SMTPConnection(optionsOf(url))
    const fail = (error: unknown) => {
      resume(Effect.fail(error))
      connection.close()
    }
    connection.on("error", fail)
    connection.once("end", () => fail(new Error("the server closed the connection")))
    const send = () =>
      connection.send({ from: sender, to: [to] }, message, (error) => {
        if (error !== null) return fail(error)
        resume(Effect.void)
        connection.quit()
      })
    const login = loginOf(url)
    connection.connect((error) => {
      if (error !== undefined) return fail(error)
      if (login === undefined) return send()
      connection.login({ user: login.user, pass: login.password }, (refused) =>
        Predicate.isNullish(refused) ? send() : fail(refused)
      )
    })
    return Effect.sync(() => connection.close())
  })

/** Sends e-mails to a mail server, each over a connection of its own. */
export const make = (url: URL): Carrier => {
  const secrets = secretsOf(url)
  return {
    name: "smtp",
    to: told(url),
    send: (outgoing) =>
      composed(messageOf(outgoing)).pipe(
        Effect.flatMap((message) => transmitted(url, outgoing.mail.to, message)),
        Effect.mapError((error) => new Undelivered({ reason: reasonOf(error, secrets), isFinal: isFinal(error) }))
      )
  }
}
