// read by React when it loads: its development build keeps a record of every render, so memory grows with each key
process.env["NODE_ENV"] ??= "production"
