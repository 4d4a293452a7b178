import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import type { OperationId } from "./support/Operations.ts"
import { askAs, newSite, password } from "./support/Site.ts"
import type { Asked, Site } from "./support/Site.ts"

const asAda = (site: Site, id: OperationId, asked: Asked = {}) =>
  Effect.map(askAs(site, "ada", id, asked), ({ json }) => json)

const found = (site: Site, filter: string) =>
  Effect.map(asAda(site, "EnterpriseUsers.list", { query: { filter } }), ({ entries }) => entries)

const update = (site: Site, id: number, body: object) => asAda(site, "EnterpriseUsers.update", { id, body })

const logInStatus = (site: Site, email: string, secret = password) =>
  Effect.map(site.ask("Auth.logIn", { body: { email, password: secret } }), ({ status }) => status)

const account = { email: "joan@example.com", name: "Joan Clarke", password: "enigma-1912" }

const tokenTo = (site: Site, address: string) => Effect.map(site.mailsTo(address), (mails) => mails.at(-1)?.token ?? "")

layer(Emulator.layerServer({ port: 0 }))("§3.2: account registration", (it) => {
  const row = (name: string, test: (site: Site) => Effect.Effect<unknown>) =>
    it.effect(name, () => Effect.flatMap(newSite, test))

  for (const id of ["Registration.register", "Registration.registerV1R1"] as const)
    row(`(none) -> unconfirmed account, by ${id}: an e-mail with a token to the address given`, (site) =>
      Effect.gen(function* () {
        yield* site.ask(id, { body: { user_info: account } })
        const mails = yield* site.mailsTo(account.email)
        assert.deepStrictEqual(
          mails.map(({ kind }) => kind),
          ["confirmation"]
        )
        assert.isNotEmpty(mails[0]?.token)
        assert.strictEqual(yield* logInStatus(site, account.email, account.password), 401)
        assert.deepStrictEqual(yield* found(site, `email=${account.email}`), [])
      })
    )

  row("unconfirmed -> confirmed, by POST /v1/register/confirm: the account is activated", (site) =>
    Effect.gen(function* () {
      yield* site.ask("Registration.register", { body: { user_info: account } })
      const query = { confirmation_token: yield* tokenTo(site, account.email) }
      const { json } = yield* site.ask("Registration.confirm", { query })
      assert.isNotEmpty(json.message)
      assert.isNotEmpty(json.status)
      assert.strictEqual(yield* logInStatus(site, account.email, account.password), 200)
      assert.strictEqual(yield* logInStatus(site, account.email), 401)
      assert.deepInclude((yield* found(site, `email=${account.email}`))[0], { active: true, name: account.name })
    })
  )

  row("confirmed with a pending new e-mail -> the address is changed, by POST /v1/register/confirm_new_email", (site) =>
    Effect.gen(function* () {
      const email = "admiral@example.com"
      yield* update(site, 103, { email })
      assert.strictEqual((yield* found(site, "id=103"))[0].email, "linus@example.com")
      const query = { confirmation_token: yield* tokenTo(site, email) }
      const { json } = yield* site.ask("Registration.confirmNewEmail", { query })
      assert.deepInclude(json, { id: 103, email })
      assert.strictEqual((yield* found(site, "id=103"))[0].email, email)
      assert.strictEqual(yield* logInStatus(site, email), 200)
      assert.strictEqual(yield* logInStatus(site, "linus@example.com"), 401)
    })
  )

  row("unconfirmed -> unchanged, by POST /v1/register/resend_confirmation: the e-mail is sent again", (site) =>
    Effect.gen(function* () {
      yield* site.ask("Registration.register", { body: { user_info: account } })
      yield* site.ask("Registration.resendConfirmation", { query: { email: account.email } })
      const [first, second] = yield* site.mailsTo(account.email)
      assert.deepStrictEqual([second?.kind, second?.token], [first?.kind, first?.token])
      assert.strictEqual(yield* logInStatus(site, account.email, account.password), 401)
      yield* site.ask("Registration.confirm", { query: { confirmation_token: second?.token ?? "" } })
      assert.strictEqual(yield* logInStatus(site, account.email, account.password), 200)
    })
  )
})
