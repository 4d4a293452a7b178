/** What services say in refusals, the emulator's words and usual ones. */
export const sentences = [
  "The e-mail address, user name or password is wrong.",
  "The account is not confirmed. Open the link in the e-mail in the outbox.",
  "The user is deactivated. An administrator can reactivate them.",
  "The refresh token is unknown, used up or expired. Log in again.",
  "The confirmation_token is unknown, used already or replaced by a newer one.",
  "The personal access token has expired. Create another.",
  "The user_token does not work. The token is malformed. Log in to get one.",
  "The password has fewer than 8 characters. Choose a longer one.",
  "The body is invalid: it is not JSON from line 2, column 9. Correct it there.",
  "The body is missing. Send a JSON object with email and password.",
  "The field name is missing. Send name and email.",
  "Only an administrator gets the token of the enterprise.",
  "You cannot deactivate or delete yourself. Ask another administrator.",
  "There is no user 5.",
  "Token expired",
  "Passwords must match",
  "Invalid API key",
  "Access denied",
  "Internal server error",
  "Name has already been taken",
  "Too many requests, try again later"
] as const
