import { byId } from "@remote-assist/core/Contract"
import type { OperationId } from "@remote-assist/core/Contract"

import type { PromisedTenant } from "../../../src/library/PromisedTenant.ts"

type Asked = {
  readonly ids?: ReadonlyArray<string>
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const call = (number: number) => `call_00000000-0000-4000-8000-00000000000${number}`

/** Asks operations of an emulator as a client does. */
export const asking = ({ baseUrl, demo, fetch }: PromisedTenant) => {
  const ask = (id: OperationId, { body, headers = {}, ids = [], query = "" }: Asked = {}) => {
    const { example, method, path } = byId(id)
    const left = [...ids]
    const sent = body ?? example
    return fetch(`${baseUrl.us}/api${path.replaceAll(/:\w+/g, () => left.shift() ?? "")}${query}`, {
      method,
      headers: { "x-service-api-key": demo.apiKey, "content-type": "application/json", ...headers },
      ...(sent === undefined || method === "GET" ? {} : { body: JSON.stringify(sent) })
    })
  }
  return ask
}

/** Uses every operation, well and badly. */
export const everything = async (tenant: PromisedTenant) => {
  const ask = asking(tenant)
  const { email, password } = tenant.demo
  const json = async (answer: Promise<Response>): Promise<any> => (await answer).json()
  const { refresh, token } = await json(ask("Auth.logInV1R1", { body: { email, password } }))
  const headers = { authorization: token }
  const other = await json(ask("Auth.logInV1R1", { body: { email: "linus", password } }))
  const asked: ReadonlyArray<readonly [OperationId, Asked?]> = [
    ["Auth.anonymous"],
    ["Auth.logIn", { body: { email, password } }],
    ["Auth.logIn", { body: { email, password: "wrong" } }],
    ["Auth.logInV1R1", { body: { email, password: "wrong" } }],
    ["Auth.logInV1R1", { body: {} }],
    ["Auth.enterprise", { body: { email, password } }],
    ["Auth.exchange"],
    ["Auth.refresh", { body: { refresh_token: refresh } }],
    ["Auth.refresh", { body: { refresh_token: "none" } }],
    ["Auth.fromUrl"],
    ["Auth.personalAccessToken"],
    ["Tokens.info", { query: `?token=${token}`, headers }],
    ["Tokens.info", { query: "?token=none", headers }],
    ["Tokens.validate", { query: `?token=${token}&resource_type=user`, headers }],
    ["PersonalAccessTokens.create", { headers }],
    ["PersonalAccessTokens.list", { headers }],
    ["PersonalAccessTokens.read", { ids: ["1"], headers }],
    ["PersonalAccessTokens.read", { ids: ["77"], headers }],
    ["PersonalAccessTokens.remove", { ids: ["2"], headers }],
    ["Calls.list", { headers }],
    ["Calls.list"],
    ["Calls.recent", { headers }],
    ["Calls.recent", { headers: { authorization: "none" } }],
    ...[1, 2, 3].flatMap((number) =>
      (["Calls.read", "Calls.events", "Calls.eventStream"] as const).map(
        (id) => [id, { ids: [call(number)], headers }] as const
      )
    ),
    ["Calls.read", { ids: [call(2)], headers: { authorization: other.token } }],
    ["Calls.read", { ids: ["none"], headers }],
    ["Calls.annotate", { ids: [call(1)], headers }],
    ["OnCallGroups.list", { headers }],
    ["OnCallGroups.favorite", { ids: ["12"], headers }],
    ["OnCallGroups.unfavorite", { ids: ["12"], headers }],
    ["Invitations.personalRoom", { headers }],
    ["Invitations.session", { headers }],
    ["Registration.register"],
    ["Registration.resendConfirmation", { query: "?email=mary@example.com" }],
    ["Registration.registerV1R1", { body: { user_info: { email: "b@example.com", name: "B", password } } }],
    ["Registration.registerEnterprise"],
    ["Registration.confirm", { query: "?confirmation_token=confirm-demo-new" }],
    ["Registration.confirm", { query: "?confirmation_token=none" }],
    ["Registration.confirmNewEmail", { query: "?confirmation_token=confirm-demo-grace" }],
    ["EnterpriseUsers.provision", { body: { email: "dorothy@example.com" }, headers }],
    ["EnterpriseUsers.provision", { body: { email: "dorothy@example.com" }, headers }],
    ["EnterpriseUsers.update", { ids: ["104"], headers }],
    ["EnterpriseUsers.list", { headers }],
    ["EnterpriseUsers.list", { headers: { authorization: other.token } }],
    ["EnterpriseUsers.remove", { ids: ["103"], headers }],
    ["Pods.list", { headers }],
    ["Calls.list", { headers }]
  ]
  for (const [id, sent] of asked) await (await ask(id, sent)).arrayBuffer()
}
