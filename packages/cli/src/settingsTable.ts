/** A setting: a variable of the environment, or a line of the file that `--config` names. */
export interface Setting {
  readonly name: string
  readonly description: string
  /** The programs that read it; the SDK reads it by `RegionConfig`. */
  readonly readBy: ReadonlyArray<"SDK" | "remote-assist" | "remote-assist-e2e" | "remote-assist-mock">
}

const clients = ["SDK", "remote-assist", "remote-assist-e2e"] as const

const connection: ReadonlyArray<Setting> = [
  { name: "REMOTE_ASSIST_REGION", description: "Region: `us` or `eu`", readBy: clients },
  {
    name: "REMOTE_ASSIST_US_URL",
    description: "Base address of the region us, with or without `/api`",
    readBy: clients
  },
  {
    name: "REMOTE_ASSIST_EU_URL",
    description: "Base address of the region eu, with or without `/api`",
    readBy: clients
  },
  { name: "REMOTE_ASSIST_API_KEY", description: "API key", readBy: clients },
  {
    name: "REMOTE_ASSIST_API_KEY_HEADER",
    description: "Name of the header with the API key (default x-service-api-key)",
    readBy: clients
  },
  {
    name: "REMOTE_ASSIST_API_KEY_FORM",
    description: "Where the API key is sent: `header` or `authorization` (default header)",
    readBy: clients
  }
]

const credentials: ReadonlyArray<Setting> = [
  {
    name: "REMOTE_ASSIST_EMAIL",
    description: "E-mail address to log in with; of an administrator for scenarios",
    readBy: ["remote-assist", "remote-assist-e2e"]
  },
  {
    name: "REMOTE_ASSIST_PASSWORD",
    description: "Password to log in with",
    readBy: ["remote-assist", "remote-assist-e2e"]
  },
  {
    name: "REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN",
    description: "Personal access token to log in with",
    readBy: ["remote-assist", "remote-assist-e2e"]
  },
  {
    name: "REMOTE_ASSIST_PARTNER_KEY_FILE",
    description: "File with the private key of a site (PEM), which signs each request",
    readBy: ["remote-assist"]
  },
  { name: "REMOTE_ASSIST_PARTNER_SITE_ID", description: "Number of that site", readBy: ["remote-assist"] },
  { name: "REMOTE_ASSIST_PARTNER_ISSUER", description: "Issuer of the signed tokens", readBy: ["remote-assist"] },
  { name: "REMOTE_ASSIST_PARTNER_AUDIENCE", description: "Audience of the signed tokens", readBy: ["remote-assist"] },
  {
    name: "REMOTE_ASSIST_COLLEAGUE_EMAIL",
    description: "E-mail address of an active user whom scenarios deactivate briefly",
    readBy: ["remote-assist-e2e"]
  },
  {
    name: "REMOTE_ASSIST_COLLEAGUE_PASSWORD",
    description: "Password of that user",
    readBy: ["remote-assist-e2e"]
  }
]

/** All settings, in the order in which messages and pages list them. */
export const settings: ReadonlyArray<Setting> = [
  ...connection,
  {
    name: "REMOTE_ASSIST_PROFILE",
    description: "Profile that supplies the settings that the environment lacks",
    readBy: ["remote-assist"]
  },
  { name: "REMOTE_ASSIST_READ_ONLY", description: "`true` refuses all changes", readBy: ["remote-assist"] },
  ...credentials,
  {
    name: "REMOTE_ASSIST_MOCK_CONTROL_TOKEN",
    description: "Token of the emulator's control plane, as in `--control-token`",
    readBy: ["remote-assist", "remote-assist-mock"]
  },
  {
    name: "REMOTE_ASSIST_MOCK_MAIL_TO",
    description: "Mail server for e-mails of the outbox, as in `--mail-to`",
    readBy: ["remote-assist-mock"]
  },
  {
    name: "REMOTE_ASSIST_MOCK_MAIL_WEBHOOK",
    description: "Webhook for e-mails of the outbox, as in `--mail-webhook`",
    readBy: ["remote-assist-mock"]
  },
  {
    name: "REMOTE_ASSIST_MOCK_MAIL_WEBHOOK_SECRET",
    description: "Secret that signs posts to the webhook, as in `--mail-webhook-secret`",
    readBy: ["remote-assist-mock"]
  },
  {
    name: "REMOTE_ASSIST_MOCK_EVIDENCE",
    description: "Directory to which each emulator writes its evidence when it ends",
    readBy: ["remote-assist-mock"]
  },
  {
    name: "REMOTE_ASSIST_MOCK_URL",
    description: "Address of an emulator, which `exec` and `env` set",
    readBy: []
  },
  {
    name: "REMOTE_ASSIST_SCREEN_READER",
    description: "`1` writes plain lines instead of a screen; only from the environment",
    readBy: ["remote-assist"]
  },
  {
    name: "REMOTE_ASSIST_MOUSE",
    description: "`0` leaves the mouse to the terminal, as `--no-mouse` does; only from the environment",
    readBy: ["remote-assist"]
  },
  {
    name: "REMOTE_ASSIST_DEBUG",
    description: "`1` makes the promise form write a line for each call to standard error; only from the environment",
    readBy: ["SDK"]
  },
  { name: "REMOTE_ASSIST_TOKEN", description: "User token in printed curl commands", readBy: [] }
]
