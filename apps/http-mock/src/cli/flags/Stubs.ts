import * as Flag from "effect/cli/Flag"

import * as Accepts from "../../library/options/accepts.ts"

export const stubs = Flag.String("stubs").pipe(
  Flag.withMetavar("folder"),
  Flag.withDescription(
    "Folder of stub mappings as WireMock has it, with mappings and __files: they answer what the contract does not describe; none unless given"
  ),
  Flag.filter(Accepts.stubs.is, () => Accepts.stubs.accepts),
  Flag.optional
)
