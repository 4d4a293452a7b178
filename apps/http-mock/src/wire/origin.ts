/** The origin of an emulator that has no socket. */
export const inProcessOrigin = "http://emulator.internal"
