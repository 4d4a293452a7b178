import { testWorkers } from "./workers.ts"

testWorkers(8, 100_000)
