import { settings } from "../../packages/cli/src/settingsTable.ts"
import { code, page, table } from "./markdown.ts"

/** The page with the settings of all programs. */
export const render = () =>
  page("Settings: environment variables", "packages/cli/src/settingsTable.ts", [
    "A setting is a variable of the environment, or a line of the file that `--config` names (dotenv or JSON). [Which source wins](../tui/settings.md).",
    table(
      ["setting", "", "read by"],
      settings.map(({ description, name, readBy }) => [code(name), description, readBy.join(", ")])
    )
  ])
