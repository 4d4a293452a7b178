/** What is known of the default world before it runs. */
export const demo = {
  apiKey: "demo-api-key",
  email: "ada@example.com",
  password: "correct-horse",
  personalAccessToken: "pat-demo-ada",
  inviteUrl: "https://invite.example/w/demo",
  aliasRefreshToken: "alias-demo-ada",
  /** Confirms the account of new@example.com. */
  confirmationToken: "confirm-demo-new",
  /** Confirms the new e-mail address of grace. */
  newEmailToken: "confirm-demo-grace"
} as const
