/**
 * What a scenario may need beyond the interface: a `clock` that can be moved, the e-mails that were sent (`outbox`), what
 * the default world knows (`world`), and the rest of the emulator's control plane (`control`).
 */
export const needs = ["clock", "outbox", "world", "control"] as const
export type Need = (typeof needs)[number]
