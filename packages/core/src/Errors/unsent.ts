import * as Schema from "effect/Schema"

import { TaggedError } from "./tagged.ts"

/** A setting of the client cannot be used; nothing was sent. The message names the setting and never shows its value. */
export class InvalidSettings extends TaggedError<InvalidSettings>()("InvalidSettings", {
  /** Name of the setting. */
  setting: Schema.String,
  /** What is wrong with it, and what to do. */
  reason: Schema.String,
  /** What to set it to, where it may be missing. */
  wanted: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return `The setting ${this.setting} cannot be used: ${this.reason}`
  }
}

/** The input of the call does not fit the interface; nothing was sent. */
export class InvalidRequest extends TaggedError<InvalidRequest>()("InvalidRequest", {
  /** Such as `EnterpriseUsers.list`. */
  operation: Schema.String,
  /** What does not fit, and what would. */
  reason: Schema.String
}) {
  override get message() {
    return `${this.operation} was not sent: ${this.reason}`
  }
}

/** The client was closed before the call ended, or before it was made; what had not been sent was not sent. */
export class ClientClosed extends TaggedError<ClientClosed>()("ClientClosed", {}) {
  override get message() {
    return "The client was closed. Make another one to go on."
  }
}
