import * as Schema from "effect/Schema"

import { TaggedError } from "./tagged.ts"

/** A setting of the client cannot be used; nothing was sent. The message names the setting and never shows its value. */
export class InvalidSettings extends TaggedError<InvalidSettings>()("InvalidSettings", {
  setting: Schema.String,
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
  operation: Schema.String,
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
