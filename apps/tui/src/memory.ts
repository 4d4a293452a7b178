import { setFlagsFromString } from "node:v8"

// every key makes a frame, which is garbage with the next: a young generation that stays small costs a fraction of the
// memory, and its collections are shorter than a key takes to repeat
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--heap-growing-percent=30")
