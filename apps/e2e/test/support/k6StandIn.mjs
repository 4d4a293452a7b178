// A stand-in of k6's API, for scripts that are run where k6 itself cannot be had: `k6/http` with `request` and
// `expectedStatuses`, and `check` and `fail` of `k6`. It sends over real sockets, one request after another as k6 does,
// takes nothing that the script is not known to need, and knows no metrics.
//
// node k6StandIn.mjs script.js iterations: prints what was checked as JSON.
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads"

const worker = () => {
  const { workerData } = process.getBuiltinModule("node:worker_threads")
  const { port, signal } = workerData
  port.on("message", ({ body, headers, method, url }) =>
    fetch(url, { method, headers, body: body ?? undefined, redirect: "manual" })
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch((error) => ({ status: 0, body: String(error) }))
      .then((answer) => {
        port.postMessage(answer)
        Atomics.store(signal, 0, 1)
        Atomics.notify(signal, 0)
      })
  )
}

const signal = new Int32Array(new SharedArrayBuffer(4))
const { port1, port2 } = new MessageChannel()
const sender = new Worker(`(${String(worker)})()`, {
  eval: true,
  workerData: { port: port2, signal },
  transferList: [port2]
})

const send = (request) => {
  Atomics.store(signal, 0, 0)
  port1.postMessage(request)
  Atomics.wait(signal, 0, 0)
  return receiveMessageOnPort(port1).message
}

const requireKnown = (what, object, known) => {
  for (const name of Object.keys(object)) if (!known.includes(name)) throw new Error(`k6 has no ${what} ${name}`)
}

const checks = []
const requests = []

globalThis.k6StandIn = {
  check: (value, sets) =>
    Object.entries(sets)
      .map(([name, holds]) => {
        const passed = holds(value)
        checks.push({ name, passed })
        return passed
      })
      .every(Boolean),
  fail: (message) => {
    throw new Error(message)
  },
  expectedStatuses: (...statuses) => {
    if (statuses.some((status) => !Number.isInteger(status))) throw new Error("a status is a whole number")
    return { statuses }
  },
  request: (method, url, body, params) => {
    requireKnown("parameter", params, ["headers", "tags", "redirects", "responseCallback"])
    if (typeof url !== "string" || (body !== null && typeof body !== "string")) throw new Error("no request")
    for (const [name, value] of Object.entries(params.headers))
      if (typeof value !== "string") throw new Error(`the header ${name} is not a text`)
    const { body: text, status } = send({ method, url, body, headers: params.headers })
    requests.push({ name: params.tags.name, status, isExpected: params.responseCallback.statuses.includes(status) })
    return {
      status,
      json: (selector) =>
        selector === undefined
          ? JSON.parse(text)
          : selector.split(".").reduce((value, name) => value?.[name], JSON.parse(text))
    }
  }
}

const sources = {
  k6: "export const { check, fail } = globalThis.k6StandIn",
  "k6/http": "export default globalThis.k6StandIn"
}

registerHooks({
  resolve: (name, context, next) =>
    name in sources
      ? { url: `data:text/javascript,${encodeURIComponent(sources[name])}`, shortCircuit: true }
      : next(name, context)
})

const condition = /^(?:p\(\d+(?:\.\d+)?\)|avg|min|med|max|rate|count|value)(?:<=|>=|==|<|>)\d+(?:\.\d+)?$/

const [script, iterations] = process.argv.slice(2)
globalThis.__ENV = { ...process.env }
globalThis.__VU = 1
const { default: iterate, options } = await import(pathToFileURL(script).href)
requireKnown("option", options, ["scenarios", "thresholds"])
for (const executor of Object.values(options.scenarios))
  requireKnown("setting of an executor", executor, [
    "executor",
    "rate",
    "timeUnit",
    "duration",
    "preAllocatedVUs",
    "maxVUs"
  ])
for (const text of Object.values(options.thresholds).flat())
  if (!condition.test(text)) throw new Error(`${text} is not a threshold`)

const errors = []
for (globalThis.__ITER = 0; globalThis.__ITER < Number(iterations); globalThis.__ITER++) {
  try {
    iterate()
  } catch (error) {
    errors.push(String(error))
  }
}
await sender.terminate()
console.log(JSON.stringify({ checks, requests, errors, size: readFileSync(script).length }))
