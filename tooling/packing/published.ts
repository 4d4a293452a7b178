/** The folders of the published packages, in the order of their dependencies. */
export const published = ["packages/core", "apps/http-mock", "apps/e2e", "apps/tui"] as const
