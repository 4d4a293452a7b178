import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "tooling"],
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" }
  }
})
