import * as Data from "effect/Data"

/** No emulator answers at the address, so there is nothing to control. */
export class NoEmulator extends Data.TaggedError("NoEmulator")<{
  readonly kind: "live" | "unknown"
  readonly address: string
}> {
  override get message() {
    return this.kind === "live"
      ? `${this.address} is no emulator: only an emulator has a clock, faults, snapshots, an outbox and a journal.`
      : `It is not known whether an emulator answers at ${this.address}.`
  }
}

/** The emulator refused what its control plane was asked for. */
export class ControlRefused extends Data.TaggedError("ControlRefused")<{
  readonly status: number
  /** A sentence of the emulator, or of this program where that was not asked. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

export type ControlError = NoEmulator | ControlRefused
