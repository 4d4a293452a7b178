import { imports } from "./boundaries.ts"
import { determinism, disableReason, effectOnly } from "./rules.ts"

export default {
  meta: { name: "project" },
  rules: { imports, determinism, "effect-only": effectOnly, "disable-reason": disableReason }
}
