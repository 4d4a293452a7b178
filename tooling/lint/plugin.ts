import { determinism } from "./determinism.ts"
import { disableReason } from "./disableReason.ts"
import { effectOnly } from "./effectOnly.ts"
import { imports } from "./imports.ts"

export default {
  meta: { name: "project" },
  rules: { imports, determinism, "effect-only": effectOnly, "disable-reason": disableReason }
}
