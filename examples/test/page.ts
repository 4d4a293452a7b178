import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import { connect, reveal } from "@remote-assist/core/promise"
import type { Settings } from "@remote-assist/core/promise"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

interface LogIn {
  readonly email: string
  readonly password: string
}

type Emails = ReadonlyArray<string | null | undefined>

/** What a page or a worker may do with the SDK: logs in and reads the users' e-mail addresses. */
export const withEffect = ({ apiKey, baseUrl, name }: Settings, { email, password }: LogIn): Promise<Emails> =>
  Effect.gen(function* () {
    yield* (yield* Session).logIn({ email, password: Redacted.make(password) })
    const users = yield* Stream.runCollect((yield* EnterpriseUsers).stream())
    return users.map((user) => user.email)
  }).pipe(
    Effect.provide(
      Client.layer.pipe(
        Layer.provide([Region.layer({ name, baseUrl, apiKey: Redacted.make(reveal(apiKey)) }), HttpFetch.layer])
      )
    ),
    Effect.runPromise
  )

/** The same with promises. */
export const withPromises = async (settings: Settings, { email, password }: LogIn): Promise<Emails> => {
  const remote = await connect(settings)
  await remote.session.logIn({ email, password })
  const { entries } = await remote.enterpriseUsers.list()
  await remote.close()
  return entries.map((user) => user.email)
}
