const {
  REMOTE_ASSIST_API_KEY,
  REMOTE_ASSIST_API_KEY_HEADER,
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN,
  REMOTE_ASSIST_US_URL
} = process.env

const answer = await fetch(`${REMOTE_ASSIST_US_URL}/api/v1r1/auth/pat`, {
  method: "POST",
  headers: { [REMOTE_ASSIST_API_KEY_HEADER]: REMOTE_ASSIST_API_KEY, "content-type": "application/json" },
  body: JSON.stringify({ token: REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN })
})
console.log(answer.status, Object.keys(await answer.json()))
