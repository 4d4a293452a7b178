import { fileURLToPath } from "node:url"

import { defineConfig } from "vite"

import { bundledLicenses, licensesFile } from "../../tooling/licenses.ts"

// in the package of the emulator, which serves it
const outDir = fileURLToPath(new URL("../http-mock/dist/console", import.meta.url))

export default defineConfig({
  root: import.meta.dirname,
  // relative addresses, as the page of a tenant is below /t/NAME
  base: "./",
  // for production also if a test builds it
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { runtime: "automatic", development: false } },
  plugins: [bundledLicenses(`${outDir}/${licensesFile}`)],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // the policy of the page allows no scripts and styles inside of it
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // directives for React's server components, which this page does not have
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning)
      }
    }
  },
  server: { proxy: { "^/(?:t/[^/]+/)?(?:__mock|us|eu)/": "http://127.0.0.1:4010" } }
})
