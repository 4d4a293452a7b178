/** Packages whose bundle contains their dependencies. */
const bundled = new Set(["@remote-assist/tui"])

module.exports = {
  hooks: {
    beforePacking: ({ devDependencies, ...manifest }) => {
      if (bundled.has(manifest.name)) delete manifest.dependencies
      return manifest
    }
  }
}
