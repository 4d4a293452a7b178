import { defineConfig } from "vitest/config"
import { BaseSequencer } from "vitest/node"
import type { TestSpecification } from "vitest/node"

/** The files that take the longest for their size: they would end last, with an idle processor beside them. */
const slow =
  /(?:-processes|\/(?:actions|golden|linear\/session|endedSession|process|scenarios|compare\/command|deviations|hostile))\.test\.ts$/

class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(slow.test(other.moduleId)) - Number(slow.test(one.moduleId)))
  }
}

export default defineConfig({
  test: { projects: ["packages/*", "apps/*", "examples", "tooling"], sequence: { sequencer: SlowFirst } }
})
