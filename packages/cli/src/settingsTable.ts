/** A setting: a variable of the environment, or a line of the file that `--config` names. */
export interface Setting {
  readonly name: string
  readonly description: string
  /** The programs that read it; the SDK reads it by `RegionConfig` and `Fleet`. */
  readonly readBy: ReadonlyArray<Program>
}

type Program = "SDK" | "remote-assist" | "remote-assist-e2e" | "remote-assist-mock"

const byPrograms: ReadonlyArray<readonly [ReadonlyArray<Program>, Readonly<Record<string, string>>]> = [
  [
    ["SDK", "remote-assist", "remote-assist-e2e"],
    {
      REMOTE_ASSIST_REGION: "Region: `us` or `eu`",
      REMOTE_ASSIST_US_URL: "Base address of the region us, with or without `/api`",
      REMOTE_ASSIST_EU_URL: "Base address of the region eu, with or without `/api`",
      REMOTE_ASSIST_API_KEY: "API key",
      REMOTE_ASSIST_API_KEY_HEADER: "Name of the header with the API key (default x-service-api-key)",
      REMOTE_ASSIST_API_KEY_FORM: "Where the API key is sent: `header` or `authorization` (default header)"
    }
  ],
  [
    ["SDK", "remote-assist"],
    {
      REMOTE_ASSIST_REDIS_URL:
        "Redis, or nodes of its cluster separated by commas, by which processes share the session of an account: `redis://` or `rediss://`",
      REMOTE_ASSIST_REDIS_KEY: "Encrypts what is in Redis: 32 random bytes in base64",
      REMOTE_ASSIST_REDIS_REQUESTS_PER_SECOND: "Limit of all processes of an account together (default none)"
    }
  ],
  [
    ["remote-assist"],
    {
      REMOTE_ASSIST_PROFILE: "Profile that supplies the settings that the environment lacks",
      REMOTE_ASSIST_READ_ONLY: "`true` refuses all changes"
    }
  ],
  [
    ["remote-assist", "remote-assist-e2e"],
    {
      REMOTE_ASSIST_EMAIL: "E-mail address to log in with; of an administrator for scenarios",
      REMOTE_ASSIST_PASSWORD: "Password to log in with",
      REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "Personal access token to log in with"
    }
  ],
  [
    ["remote-assist"],
    {
      REMOTE_ASSIST_PARTNER_KEY_FILE: "File with the private key of a site (PEM), which signs each request",
      REMOTE_ASSIST_PARTNER_SITE_ID: "Number of that site",
      REMOTE_ASSIST_PARTNER_ISSUER: "Issuer of the signed tokens",
      REMOTE_ASSIST_PARTNER_AUDIENCE: "Audience of the signed tokens",
      REMOTE_ASSIST_SCREEN_READER: "`1` writes plain lines instead of a screen; only from the environment",
      REMOTE_ASSIST_MOUSE: "`0` leaves the mouse to the terminal, as `--no-mouse` does; only from the environment"
    }
  ],
  [
    ["remote-assist-e2e"],
    {
      REMOTE_ASSIST_COLLEAGUE_EMAIL: "E-mail address of an active user whom scenarios deactivate briefly",
      REMOTE_ASSIST_COLLEAGUE_PASSWORD: "Password of that user"
    }
  ],
  [
    ["remote-assist", "remote-assist-mock"],
    { REMOTE_ASSIST_MOCK_CONTROL_TOKEN: "Token of the emulator's control plane, as in `--control-token`" }
  ],
  [
    ["remote-assist-mock"],
    {
      REMOTE_ASSIST_MOCK_MAIL_TO: "Mail server for e-mails of the outbox, as in `--mail-to`",
      REMOTE_ASSIST_MOCK_MAIL_WEBHOOK: "Webhook for e-mails of the outbox, as in `--mail-webhook`",
      REMOTE_ASSIST_MOCK_MAIL_WEBHOOK_SECRET: "Secret that signs posts to the webhook, as in `--mail-webhook-secret`",
      REMOTE_ASSIST_MOCK_EVIDENCE: "Directory to which each emulator writes its evidence when it ends"
    }
  ],
  [
    ["SDK"],
    {
      REMOTE_ASSIST_DEBUG:
        "`1` makes the promise form write a line for each call to standard error; only from the environment"
    }
  ],
  [
    [],
    {
      REMOTE_ASSIST_MOCK_URL: "Address of an emulator, which `exec` and `env` set",
      REMOTE_ASSIST_TOKEN: "User token in printed curl commands"
    }
  ]
]

/** All settings, in the order in which messages and pages list them. */
export const settings: ReadonlyArray<Setting> = byPrograms.flatMap(([readBy, descriptions]) =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description, readBy }))
)
