import { gzipSync } from "node:zlib"

import { rolldown } from "rolldown"
import { assert, beforeAll, describe, it } from "vitest"
