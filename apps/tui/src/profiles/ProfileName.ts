import { BadSettings } from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"

// it names files
const form = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i

const ofDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Fails for what cannot name a profile. */
export const checked = (name: string): Effect.Effect<string, BadSettings> =>
  form.test(name) && !ofDevice.test(name)
    ? Effect.succeed(name)
    : Effect.fail(
        new BadSettings({
          message:
            `${name === "" ? "An empty text" : JSON.stringify(name.slice(0, 80))} is no name for a profile. ` +
            "Use up to 64 letters, digits, points, hyphens and underscores, with a letter or digit at both ends, as in live-eu"
        })
      )
