import * as Flag from "effect/cli/Flag"

const file = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("file"), Flag.withDescription(description), Flag.optional)

export const tls = Flag.Boolean("tls").pipe(
  Flag.withDescription("Speaks HTTPS, by a fresh certificate that signs itself; HTTP unless given"),
  Flag.withDefault(false)
)

export const tlsCert = file(
  "tls-cert",
  "File with the certificate of HTTPS (PEM), and with those between it and its root; goes with --tls-key; none unless given"
)

export const tlsKey = file("tls-key", "File with the private key of the certificate (PEM); none unless given")

export const tlsCertOut = file(
  "tls-cert-out",
  "File that the certificate of HTTPS is written to, for clients to trust, as by NODE_EXTRA_CA_CERTS or curl --cacert; none unless given"
)
