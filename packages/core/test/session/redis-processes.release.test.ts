import { testSharedSession } from "./sharedSession.ts"

testSharedSession(8, 250)
