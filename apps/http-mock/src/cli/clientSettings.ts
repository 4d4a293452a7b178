import type { Demo, EmulatedTenant } from "../library/Emulator.ts"

/** Where an emulator is, and what its default world knows. */
export interface Known extends Pick<EmulatedTenant, "baseUrl"> {
  readonly demo: Pick<Demo, "apiKey" | "email" | "password" | "personalAccessToken">
}

const settings = {
  REMOTE_ASSIST_REGION: () => "us",
  REMOTE_ASSIST_US_URL: ({ baseUrl }) => baseUrl.us,
  REMOTE_ASSIST_EU_URL: ({ baseUrl }) => baseUrl.eu,
  REMOTE_ASSIST_API_KEY: ({ demo }) => demo.apiKey,
  REMOTE_ASSIST_API_KEY_HEADER: (_, apiKeyHeader) => apiKeyHeader,
  REMOTE_ASSIST_EMAIL: ({ demo }) => demo.email,
  REMOTE_ASSIST_PASSWORD: ({ demo }) => demo.password,
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: ({ demo }) => demo.personalAccessToken,
  REMOTE_ASSIST_MOCK_URL: ({ baseUrl }) => baseUrl.us.replace(/\/us$/, "")
} satisfies Readonly<Record<string, (known: Known, apiKeyHeader: string) => string>>

/** The names that the tools of the platform read the settings of a client from. */
export const variables = Object.keys(settings)

/** The settings of a client of the emulator, by their {@link variables}. */
export const environmentOf = (known: Known, apiKeyHeader: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settings).map(([name, of]) => [name, of(known, apiKeyHeader)]))
