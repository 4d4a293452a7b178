import { isPosted } from "./link.ts"
import type { Outgoing } from "./Outgoing.ts"

const special: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => special[character] ?? "")

const placeOf = ({ mail: { id, kind }, region, tenant }: Outgoing) =>
  `E-mail ${id} (${kind}) of the emulated region ${region}, tenant ${tenant}.`

const lead = ({ mail }: Outgoing) => (isPosted(mail) ? "To confirm, POST to this address:" : "This is the address:")

const textOf = (outgoing: Outgoing) => {
  const { link, mail } = outgoing
  return [
    mail.subject,
    ...(link === undefined ? [] : [`${lead(outgoing)}\n${link}`]),
    ...(mail.token === undefined ? [] : [`Token: ${mail.token}`]),
    ...(mail.apiKey === undefined ? [] : [`API key: ${mail.apiKey}`]),
    placeOf(outgoing)
  ].join("\n\n")
}

const htmlOf = (outgoing: Outgoing) => {
  const { link, mail } = outgoing
  const [address, subject] = [escaped(link ?? ""), escaped(mail.subject)]
  return [
    `<!doctype html><html><head><meta charset="utf-8"><title>${subject}</title></head><body>`,
    `<h1>${subject}</h1>`,
    ...(link === undefined ? [] : [`<p>${escaped(lead(outgoing))}<br><a href="${address}">${address}</a></p>`]),
    ...(mail.token === undefined ? [] : [`<p>Token: <code>${escaped(mail.token)}</code></p>`]),
    ...(mail.apiKey === undefined ? [] : [`<p>API key: <code>${escaped(mail.apiKey)}</code></p>`]),
    `<p><small>${escaped(placeOf(outgoing))}</small></p>`,
    "</body></html>"
  ].join("\n")
}

/** Who e-mails are from. */
export const sender = "no-reply@remote-assist.example"

/** An e-mail as a message, with what tells it from others in its header. */
export const messageOf = (outgoing: Outgoing) => {
  const { key, mail, region, request, tenant } = outgoing
  return {
    from: { name: "Remote assistance", address: sender },
    // an address, which is not read as a list of some
    to: { name: "", address: mail.to },
    subject: mail.subject,
    date: new Date(mail.at),
    messageId: `<${key}@remote-assist.example>`,
    text: textOf(outgoing),
    html: htmlOf(outgoing),
    headers: {
      "X-Mock-Tenant": tenant,
      "X-Mock-Region": region,
      "X-Mock-Kind": mail.kind,
      "X-Mock-Mail": String(mail.id),
      ...(request === undefined ? {} : { "X-Mock-Request": String(request) })
    },
    disableFileAccess: true,
    disableUrlAccess: true
  }
}
