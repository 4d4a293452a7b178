export { maskNamed, masker } from "./internal/secrets/masking.ts"
export type { Replacer } from "./internal/secrets/masking.ts"
export { decodeText } from "./internal/secrets/decoding.ts"
export {
  isPublicName,
  isSecretName,
  mentionsSecret,
  namedSecretsOf,
  opensAccount,
  revealAll,
  secretsIn,
  secretsOf
} from "./internal/secrets/names.ts"
export type { Message } from "./internal/secrets/names.ts"
