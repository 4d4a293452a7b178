import * as Aead from "effect/crypto/Aead"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { InvalidSettings } from "../../Errors.ts"

const toBase64 = Schema.encodeSync(Schema.Uint8ArrayFromBase64)
const fromBase64 = Schema.decodeUnknownResult(Schema.Uint8ArrayFromBase64)

const nonceLength = Aead.aes256Gcm.nonceLength

const toBytes = (text: string) => new TextEncoder().encode(text)

/** Encrypts and decrypts texts by AES-256-GCM. A text decrypts only with the `purpose` that it was encrypted for. */
export const makeCipher = Effect.fnUntraced(function* (encryptionKey: Redacted.Redacted) {
  const aead = yield* Aead.Aead
  const { randomBytes } = yield* SecureRandom.SecureRandom
  const bytes = Result.getOrElse(fromBase64(Redacted.value(encryptionKey)), () => new Uint8Array())
  const key = yield* Effect.mapError(
    Aead.key(Aead.aes256Gcm, bytes),
    () => new InvalidSettings({ setting: "encryptionKey", reason: "Set it to 32 random bytes in base64." })
  )
  return {
    encrypt: Effect.fnUntraced(function* (text: string, purpose: string) {
      const nonce = yield* randomBytes(nonceLength)
      const encrypted = yield* aead.encrypt(key, toBytes(text), { nonce, aad: toBytes(purpose) })
      const bytes = new Uint8Array(nonceLength + encrypted.length)
      bytes.set(nonce)
      bytes.set(encrypted, nonceLength)
      return toBase64(bytes)
    }, Effect.orDie),
    decrypt: Effect.fnUntraced(function* (data: string, purpose: string) {
      const bytes = yield* Effect.fromResult(fromBase64(data))
      const nonce = bytes.subarray(0, nonceLength)
      const text = yield* aead.decrypt(key, bytes.subarray(nonceLength), { nonce, aad: toBytes(purpose) })
      return new TextDecoder().decode(text)
    })
  }
})

/** The cryptography of the platform. */
export const layerCrypto = Aead.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
