import type { CallEvents, CallEventStream } from "@remote-assist/core/Calls"

import { timestamp } from "../timestamp.ts"
import type { CallContext } from "./CallContext.ts"
import * as Calls from "./Calls.ts"
import type { Call } from "./Calls.ts"
import { common, reasonOf, unixTime } from "./fields.ts"
import { actorOf, partyOf, receiverOf } from "./party.ts"
import { knownUntil, statistics } from "./statistics.ts"

/** The event that is shown of a call: its start. */
export const eventStream = (context: CallContext, call: Call): CallEventStream => ({
  datetime: timestamp(call.startedAt),
  type: context.choose("calls.event-type"),
  data: {
    ...context.choose("calls.event"),
    call_id: Calls.idOf(context.world.calls, call.position),
    from: actorOf(partyOf(context, call.dialer)),
    to: actorOf(receiverOf(context, call)),
    is_group: call.group !== undefined,
    reason: reasonOf(context, call),
    timestamp: unixTime(context, call.startedAt)
  }
})

/** A call with the statistics of its participants. */
export const events = (context: CallContext & { readonly now: number }, call: Call): CallEvents => {
  const id = Calls.idOf(context.world.calls, call.position)
  return {
    error: false,
    call: {
      ...common(context, call),
      callId: id,
      dialerId: partyOf(context, call.dialer).id,
      galdrSession: id.replace("call_", "galdr_"),
      openTokSession: id.replace("call_", "video_"),
      recordingBucket: call.recording?.stoppedAt !== undefined ? "recordings" : "",
      recordingPath: call.recording?.stoppedAt !== undefined ? `${id}.mp4` : "",
      lastEvaluatedTimestamp: unixTime(context, knownUntil(call, context.now)),
      timestamp: unixTime(context, call.startedAt)
    },
    stats: statistics(context, call, context.now)
  }
}
