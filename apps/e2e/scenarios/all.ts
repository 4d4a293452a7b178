import type { Scenario } from "../src/Scenario.ts"
import exchangesAPersonalAccessToken from "./auth/exchanges-a-personal-access-token.ts"
import logsInWithAPassword from "./auth/logs-in-with-a-password.ts"
import refreshesAnExpiredToken from "./auth/refreshes-an-expired-token.ts"
import refusesWrongCredentials from "./auth/refuses-wrong-credentials.ts"
import readsAndAnnotatesACall from "./calls/reads-and-annotates-a-call.ts"
import marksAFavorite from "./on-call/marks-a-favorite.ts"
import listsTheDefaultPod from "./pods/lists-the-default-pod.ts"
import refusesAnUnknownConfirmation from "./registration/refuses-an-unknown-confirmation.ts"
import createsAndRemovesAPersonalAccessToken from "./tokens/creates-and-removes-a-personal-access-token.ts"
import deactivatesAndReactivatesAUser from "./users/deactivates-and-reactivates-a-user.ts"
import deletesAUser from "./users/deletes-a-user.ts"
import filtersByEmail from "./users/filters-by-email.ts"
import provisionsAUser from "./users/provisions-a-user.ts"
import readsTwoPages from "./users/reads-two-pages.ts"

/** Every scenario; a test fails when a file of this folder is missing here. */
export const all: ReadonlyArray<Scenario> = [
  exchangesAPersonalAccessToken,
  logsInWithAPassword,
  refreshesAnExpiredToken,
  refusesWrongCredentials,
  readsAndAnnotatesACall,
  marksAFavorite,
  listsTheDefaultPod,
  refusesAnUnknownConfirmation,
  createsAndRemovesAPersonalAccessToken,
  deactivatesAndReactivatesAUser,
  deletesAUser,
  filtersByEmail,
  provisionsAUser,
  readsTwoPages
]
