import type { Demo, EmulatedTenant } from "../library/Emulator.ts"

/** Where an emulator is, and what its default world knows. */
export interface Known extends Pick<EmulatedTenant, "baseUrl"> {
  readonly demo: Pick<Demo, "apiKey" | "email" | "password" | "personalAccessToken">
}

/** The settings of a client of the emulator, by the names that the tools of the platform read from the environment. */
export const environmentOf = ({ baseUrl, demo }: Known, apiKeyHeader: string): Readonly<Record<string, string>> => ({
  REMOTE_ASSIST_REGION: "us",
  REMOTE_ASSIST_US_URL: baseUrl.us,
  REMOTE_ASSIST_EU_URL: baseUrl.eu,
  REMOTE_ASSIST_API_KEY: demo.apiKey,
  REMOTE_ASSIST_API_KEY_HEADER: apiKeyHeader,
  REMOTE_ASSIST_EMAIL: demo.email,
  REMOTE_ASSIST_PASSWORD: demo.password,
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: demo.personalAccessToken,
  REMOTE_ASSIST_MOCK_URL: new URL(baseUrl.us).origin
})
