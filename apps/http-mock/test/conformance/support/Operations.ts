/** The form of a body, by the names of §2; `not shown` is any JSON. */
export type Form =
  | "errorV1"
  | "errorV1R1"
  | "string"
  | "empty"
  | "not shown"
  | "refresh_tokenV1"
  | "tokenV1"
  | "token_info"
  | "validated_token_info"
  | "personal_access_token"
  | "personal_access_tokens"
  | "confirmation"
  | "user"
  | "calls"
  | "call"
  | "recent_call"
  | "call_event_stream"
  | "hermes_call_event"
  | "on_call_groups"
  | "enterprise users"
  | "pods"

export interface Operation {
  /** Where the interface describes it. */
  readonly section: string
  readonly method: string
  /** After the base address and `/api`. */
  readonly path: string
  readonly answers: { readonly [Status in 200 | 400 | 401 | 403 | 500]?: Form }
}

const on = <const Answers extends Operation["answers"]>(
  section: string,
  method: string,
  path: string,
  answers: Answers
) => ({ section, method, path, answers })

/** The answers of a `/v1` operation: 401 and 500 are errorV1. */
const v1 = <const Success extends Form>(success: Success) => ({ 200: success, 401: "errorV1", 500: "errorV1" }) as const

/** The answers of a `/v1r1` operation: 400 is errorV1R1. */
const v1r1 = <const Success extends Form>(success: Success) => ({ 200: success, 400: "errorV1R1" }) as const

/** The answers about one call: 401 and 403 are strings. */
const ofCall = <const Success extends Form>(success: Success) =>
  ({ 200: success, 401: "string", 403: "string", 500: "errorV1" }) as const

/** The operations of §4 with the statuses that are documented for each, and the form of each body. */
export const operations = {
  "Auth.anonymous": on("§4.1, 1", "POST", "/v1/anonymous/auth", v1("tokenV1")),
  "Auth.logIn": on("§4.1, 2", "POST", "/v1/auth", v1("refresh_tokenV1")),
  "Auth.exchange": on("§4.1, 3", "POST", "/v1/auth/exchange", v1("refresh_tokenV1")),
  "Auth.refresh": on("§4.1, 4", "POST", "/v1/auth/refresh", v1("refresh_tokenV1")),
  "Auth.enterprise": on("§4.1, 5", "POST", "/v1/enterprise/auth", v1("string")),
  "Tokens.info": on("§4.1, 6", "GET", "/v1/token/info", v1("token_info")),
  "Tokens.validate": on("§4.1, 7", "GET", "/v1/token/validate", v1("validated_token_info")),
  "Auth.logInV1R1": on("§4.1, 8", "POST", "/v1r1/auth", v1r1("refresh_tokenV1")),
  "Auth.fromUrl": on("§4.1, 9", "POST", "/v1r1/auth/from_url", v1r1("refresh_tokenV1")),
  "Auth.personalAccessToken": on("§4.1, 10", "POST", "/v1r1/auth/pat", v1r1("tokenV1")),

  "PersonalAccessTokens.list": on("§4.2, 1", "GET", "/v1r1/personal_access_token", v1r1("personal_access_tokens")),
  "PersonalAccessTokens.create": on("§4.2, 2", "POST", "/v1r1/personal_access_token", v1r1("personal_access_token")),
  "PersonalAccessTokens.read": on("§4.2, 3", "GET", "/v1r1/personal_access_token/{id}", v1r1("personal_access_token")),
  "PersonalAccessTokens.remove": on("§4.2, 4", "DELETE", "/v1r1/personal_access_token/{id}", v1r1("empty")),

  "Registration.register": on("§4.3, 1", "POST", "/v1/register", v1("empty")),
  "Registration.confirm": on("§4.3, 2", "POST", "/v1/register/confirm", v1("confirmation")),
  "Registration.confirmNewEmail": on("§4.3, 3", "POST", "/v1/register/confirm_new_email", v1("user")),
  "Registration.resendConfirmation": on("§4.3, 4", "POST", "/v1/register/resend_confirmation", v1("empty")),
  "Registration.registerV1R1": on("§4.3, 5", "POST", "/v1r1/register", v1r1("empty")),
  "Registration.registerEnterprise": on("§4.3, 6", "POST", "/v1r1/register/enterprise", v1r1("empty")),

  "Calls.list": on("§4.4, 1", "GET", "/v1/calls", { 200: "calls", 401: "string", 500: "errorV1" }),
  "Calls.recent": on("§4.4, 2", "GET", "/v1/calls/recent", v1("recent_call")),
  "Calls.read": on("§4.4, 3", "GET", "/v1/calls/{call_id}", ofCall("call")),
  "Calls.annotate": on("§4.4, 4", "PUT", "/v1/calls/{call_id}", v1("string")),
  "Calls.eventStream": on("§4.4, 5", "GET", "/v1/calls/{call_id}/event_stream", ofCall("call_event_stream")),
  "Calls.events": on("§4.4, 6", "GET", "/v1/calls/{call_id}/events", ofCall("hermes_call_event")),
  "OnCallGroups.list": on("§4.4, 7", "GET", "/v1/on_call_groups", v1("on_call_groups")),
  "OnCallGroups.favorite": on("§4.4, 8", "POST", "/v1/on_call_groups/{group_id}/favorites", v1("string")),
  "OnCallGroups.unfavorite": on("§4.4, 9", "DELETE", "/v1/on_call_groups/{group_id}/favorites", v1("string")),
  "Invitations.personalRoom": on("§4.4, 10", "POST", "/v1/personal_room/invite", v1("empty")),
  // its statuses are not shown: those of the other /v1 operations
  "Invitations.session": on("§4.4, 11", "POST", "/v1/session/invite", v1("not shown")),

  // the errors of the administration are not shown: those of the other /v1r1 operations
  "EnterpriseUsers.provision": on("§4.5, 1", "POST", "/v1r1/enterprise/users", v1r1("not shown")),
  "Pods.list": on("§4.5, 2", "GET", "/v1r1/enterprise/pods", v1r1("pods")),
  "EnterpriseUsers.list": on("§4.5, 3", "GET", "/v1r1/enterprise/users", v1r1("enterprise users")),
  "EnterpriseUsers.update": on("§4.5, 4", "PUT", "/v1r1/enterprise/users/{user_id}", v1r1("not shown")),
  "EnterpriseUsers.remove": on("§4.5, 5", "DELETE", "/v1r1/enterprise/users/{user_id}", v1r1("not shown"))
} as const satisfies Readonly<Record<string, Operation>>

export type OperationId = keyof typeof operations

/** The first part of the name of an operation. */
export type GroupName = OperationId extends `${infer Group}.${string}` ? Group : never

export const operationIds = Object.keys(operations) as ReadonlyArray<OperationId>

/** Each operation with each status that is documented for it, as `Pods.list 200`. */
export const documentedStatuses: ReadonlyArray<string> = operationIds.flatMap((id) =>
  Object.keys(operations[id].answers).map((status) => `${id} ${status}`)
)

/** Whether the path is of `/v1`, whose errors differ from those of `/v1r1`. */
export const isV1 = (id: OperationId): boolean => operations[id].path.startsWith("/v1/")

/** Whether the operation is about calls of the user: its error of an invalid token is a string. */
export const answersString = (id: OperationId): boolean => {
  const { answers }: Operation = operations[id]
  return answers[401] === "string"
}
