import { testWorkers } from "./workers.ts"

testWorkers(4, 10_000)
