import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

import type { InvalidSettings } from "./Errors.ts"
import { Http } from "./Http.ts"
import type { ConnectionLost, Exchange, HttpRequest, HttpResponse, TooLarge } from "./Http.ts"
import { layerCrypto, makeCipher } from "./internal/redis/cipher.ts"

/** The settings of workers and of the clients that give them requests. */
export interface WorkersSettings {
  /** The key of AES-256-GCM that encrypts requests and answers: 32 bytes in base64. Workers serve clients with the same key. */
  readonly encryptionKey: Redacted.Redacted
  /** Number of requests that this process sends at a time for all clients (default 4). */
  readonly concurrency?: number | undefined
}

/** A request in the queue. Its content is in a key of its own, which the client removes when it no longer waits. */
const Job = Schema.Struct({ id: Schema.String, client: Schema.String, isSafe: Schema.Boolean })

const Headers = Schema.Record(Schema.String, Schema.String)

const RequestText = Schema.fromJsonString(
  Schema.Struct({
    method: Schema.String,
    url: Schema.String,
    headers: Headers,
    body: Schema.UndefinedOr(Schema.String).pipe(Schema.optional),
    limit: Schema.Number
  })
)

const Response = Schema.Struct({ status: Schema.Number, headers: Headers, body: Schema.String })
const Lost = Schema.TaggedStruct("ConnectionLost", { reason: Schema.String, mayHaveLeft: Schema.Boolean })
const Large = Schema.TaggedStruct("TooLarge", { headers: Schema.optionalKey(Headers) })

const Answer = Schema.Union([Response, Lost, Large])
const AnswerText = Schema.fromJsonString(Answer)

const Envelope = Schema.fromJsonString(Schema.Struct({ id: Schema.String, data: Schema.String }))

// the requests of a worker that dies go to another one after this time, within the timeout of an attempt
const lease = { lockRefreshInterval: "1 second", lockExpiration: "4 seconds" } as const

// a client that dies leaves no requests behind for longer
const clientMs = 10_000

const requestMs = 600_000

const maxAnswerTime = "60 seconds"

const pollInterval = "50 millis"

// answers that no client takes
const answersMs = 60_000

const maxAnswers = 64

// a request that is not safe is sent once: its content goes with the first worker that takes it
const claimScript = Redis.script(
  (client: string, request: string, isSafe: boolean) => [client, request, isSafe ? 1 : 0],
  {
    numberOfKeys: 2,
    lua: `if redis.call("EXISTS", KEYS[1]) == 0 then redis.call("DEL", KEYS[2]) end
local content = redis.call("GET", KEYS[2])
if ARGV[1] == "0" then redis.call("DEL", KEYS[2]) end
return content`
  }
).withReturnType<string | null>()

const answerScript = Redis.script((answers: string, answer: string) => [answers, answer, answersMs], {
  numberOfKeys: 1,
  lua: `redis.call("RPUSH", KEYS[1], ARGV[1])
redis.call("PEXPIRE", KEYS[1], ARGV[2])`
})

const lost = (reason: string, mayHaveLeft: boolean): ConnectionLost => ({ _tag: "ConnectionLost", reason, mayHaveLeft })

const encodeHex = Schema.encodeSync(Schema.Uint8ArrayFromHex)

/** The queue of one encryption key, and the keys beside it. The braces keep them all on one node of a cluster. */
const makeQueue = Effect.fnUntraced(function* ({ encryptionKey }: WorkersSettings) {
  const cipher = yield* makeCipher(encryptionKey)
  const { digest } = yield* Digest.Digest
  const hash = yield* Effect.orDie(digest(Digest.sha256, new TextEncoder().encode(Redacted.value(encryptionKey))))
  const prefix = `{remote-assist:workers:${encodeHex(hash).slice(0, 16)}}:`
  const store = PersistedQueue.layerStoreRedis({ prefix, pollInterval, ...lease })
  const queue = yield* Effect.provide(
    PersistedQueue.make({ name: "requests", schema: Job }),
    yield* Layer.build(PersistedQueue.layer.pipe(Layer.provide(store)))
  )
  return {
    cipher,
    queue,
    clientKey: (client: string) => `${prefix}client:${client}`,
    requestKey: (id: string) => `${prefix}request:${id}`,
    answersKey: (client: string) => `${prefix}answers:${client}`
  }
})

type WorkQueue = Effect.Success<ReturnType<typeof makeQueue>>

/** Sends the requests of a queue until it is interrupted; those that are under way are finished. */
const serve = Effect.fnUntraced(function* (work: WorkQueue, exchange: Exchange, concurrency: number) {
  const { answersKey, cipher, clientKey, queue, requestKey } = work
  const redis = yield* Redis.Redis

  const send = Effect.fnUntraced(function* (content: string, id: string) {
    const text = yield* cipher.decrypt(content, `request ${id}`)
    const { body, limit, ...request } = yield* Schema.decodeEffect(RequestText)(text)
    return yield* Effect.timeoutOrElse(exchange({ ...request, body }, limit), {
      duration: maxAnswerTime,
      orElse: () => Effect.fail(lost(`no answer within ${maxAnswerTime}`, true))
    })
  })

  const handle = Effect.fnUntraced(function* ({ client, id, isSafe }: typeof Job.Type, attempts: number) {
    const content = yield* redis.eval(claimScript)(clientKey(client), requestKey(id), isSafe)
    // the client waits no longer, unless an earlier worker has taken the content
    if (content === null && (isSafe || attempts === 1)) return
    const answer: typeof Answer.Type =
      content === null
        ? lost("a worker ended while it sent the request", true)
        : yield* Effect.catch(send(content, id), (error) =>
            Effect.succeed(error._tag === "TooLarge" || error._tag === "ConnectionLost" ? error : unreadable)
          )
    const data = yield* cipher.encrypt(yield* Schema.encodeEffect(AnswerText)(answer), `answer ${id}`)
    const envelope = yield* Schema.encodeEffect(Envelope)({ id, data })
    yield* Effect.retry(redis.eval(answerScript)(answersKey(client), envelope), whileRedisReturns)
  })

  const next = queue.take((job, { attempts }) =>
    // without an answer, the client's timeout decides
    Effect.uninterruptible(Effect.ignore(handle(job, attempts)))
  )
  yield* Effect.all(
    Array.from({ length: concurrency }, () => Effect.forever(Effect.retry(next, Schedule.spaced("1 second")))),
    { concurrency: "unbounded", discard: true }
  )
})

const redisGone = lost("Redis failed while a worker may have sent the request", true)

const unreadable = lost("the request cannot be read", false)

const whileRedisReturns = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "5 seconds" }))

type Pending = Deferred.Deferred<HttpResponse, ConnectionLost | TooLarge>

/** Gives requests to the workers of a queue, and waits for their answers. */
const makeClient = Effect.fnUntraced(function* (work: WorkQueue, exchange: Exchange) {
  const { answersKey, cipher, clientKey, queue, requestKey } = work
  const redis = yield* Redis.Redis
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  const client = yield* uuidV4()
  const pending = new Map<string, Pending>()
  const isWaiting = Latch.makeUnsafe()

  const settle = Effect.fnUntraced(function* (text: string) {
    const { data, id } = yield* Schema.decodeEffect(Envelope)(text)
    const answer = yield* Schema.decodeEffect(AnswerText)(yield* cipher.decrypt(data, `answer ${id}`))
    const waiting = pending.get(id)
    if (waiting !== undefined)
      yield* "_tag" in answer ? Deferred.fail(waiting, answer) : Deferred.succeed(waiting, answer)
  })

  /** Ends the wait for answers that may never come. */
  const giveUp = Effect.suspend(() => Effect.forEach(pending.values(), (waiting) => Deferred.fail(waiting, redisGone)))

  const collect = isWaiting.await.pipe(
    Effect.andThen(redis.send<ReadonlyArray<string> | null>("LPOP", answersKey(client), String(maxAnswers))),
    Effect.flatMap((answers) =>
      answers === null ? Effect.sleep("10 millis") : Effect.forEach(answers, (text) => Effect.ignore(settle(text)))
    ),
    Effect.tapError(() => giveUp),
    Effect.retry(Schedule.spaced("200 millis")),
    Effect.forever
  )

  const sayAlive = Effect.ignore(redis.send("SET", clientKey(client), "1", "PX", String(clientMs)))
  yield* sayAlive
  yield* Effect.forkScoped(Effect.repeat(sayAlive, Schedule.spaced(clientMs / 3)))
  yield* Effect.forkScoped(collect)
  yield* Effect.addFinalizer(() => Effect.ignore(redis.send("DEL", clientKey(client), answersKey(client))))

  return Effect.fnUntraced(function* (request: HttpRequest, limit: number) {
    const isSafe = request.method === "GET"
    const id = yield* uuidV4()
    const key = requestKey(id)
    const waiting: Pending = Deferred.makeUnsafe()
    const text = yield* Effect.orDie(Schema.encodeEffect(RequestText)({ ...request, limit }))
    const content = yield* cipher.encrypt(text, `request ${id}`)
    const remove = redis.send<number>("DEL", key)
    const here = exchange(request, limit)
    // if it can be removed, no worker has taken it
    const isFree = isSafe
      ? Effect.succeed(true)
      : Effect.match(remove, { onFailure: () => false, onSuccess: (removed) => removed === 1 })
    const takeBack = Effect.flatMap(isFree, (isFree) => (isFree ? here : Effect.fail(redisGone)))
    const answer = Effect.matchEffect(queue.offer({ id, client, isSafe }), {
      onFailure: () => takeBack,
      onSuccess: () =>
        Effect.catch(Deferred.await(waiting), (error) => (error === redisGone ? takeBack : Effect.fail(error)))
    })
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => {
        pending.set(id, waiting)
        isWaiting.openUnsafe()
      }),
      () =>
        Effect.matchEffect(redis.send("SET", key, content, "PX", String(requestMs)), {
          onFailure: () => here,
          onSuccess: () => answer
        }),
      () =>
        Effect.suspend(() => {
          pending.delete(id)
          if (pending.size === 0) isWaiting.closeUnsafe()
          return Effect.ignore(remove)
        })
    )
  })
})

const layerPlatform = Layer.merge(layerCrypto, Digest.layerWebCrypto)

const defaultConcurrency = 4

// the queue logs each command that fails
const quiet = Effect.provideService(References.MinimumLogLevel, "Error")

/**
 * Layer for `Http` over another: workers on any machine send the requests that carry a token, and this process is one of them.
 * A request of a worker that dies goes to another one if it is a GET; else the call fails, as its request may have been made.
 * While Redis cannot be reached, this process sends its own requests.
 */
export const layer = <E, R>(
  settings: WorkersSettings,
  below: Layer.Layer<Http, E, R>
): Layer.Layer<Http, E | InvalidSettings, R | Redis.Redis> =>
  Layer.effect(
    Http,
    Effect.gen(function* () {
      const { exchange } = yield* Http
      const work = yield* makeQueue(settings)
      const share = yield* makeClient(work, exchange)
      yield* Effect.forkScoped(serve(work, exchange, settings.concurrency ?? defaultConcurrency))
      return Http.of({
        exchange: (request, limit) =>
          request.headers["authorization"] === undefined ? exchange(request, limit) : share(request, limit)
      })
    }).pipe(quiet)
  ).pipe(Layer.provide([below, layerPlatform]))

/** Sends the requests of all clients with the same key until it is interrupted, and finishes those that are under way. */
export const run = Effect.fnUntraced(
  function* (settings: WorkersSettings) {
    const { exchange } = yield* Http
    return yield* serve(yield* makeQueue(settings), exchange, settings.concurrency ?? defaultConcurrency)
  },
  quiet,
  Effect.scoped,
  Effect.provide(layerPlatform)
)
