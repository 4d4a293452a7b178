import { generateKeyPairSync } from "node:crypto"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

/** The key pair of a site: the emulator is given the public half. */
export const partnerKey = { privateKey, publicKey, siteId: "8888", issuer: "emulator", audience: "emulator" }
