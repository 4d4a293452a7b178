import { testSharedSession } from "./sharedSession.ts"

testSharedSession(4, 50)
