import { setFlagsFromString } from "node:v8"

// read by React when it loads: its development build keeps a record of every render, so memory grows with each key
process.env["NODE_ENV"] ??= "production"

// without it the heap grows to several times of what is in use before anything is collected
setFlagsFromString("--optimize-for-size")
