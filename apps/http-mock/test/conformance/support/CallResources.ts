import { boolean, dateTime, integer, listOf, object, string } from "./Shape.ts"

const party = { email: string, enterpriseId: string, id: string, name: string, username: string }

const participants = listOf(object({ ...party, isAnonymous: boolean }))

const ratings = listOf(object({ participant_id: string, rating: string }))

/** §2.8: a call (`hermes_call`). */
export const call = object(
  {
    alt1_id: string,
    alt2_id: string,
    alt3_id: string,
    callDuration: integer,
    dialderId: string,
    dialer: object(party),
    dialerName: string,
    extra_info: string,
    has_attachments: boolean,
    intraEnterpriseCall: boolean,
    owner_email: string,
    owner_id: string,
    owner_name: string,
    participants,
    ratings,
    reasonCallEnded: string,
    receiver: object(party),
    receiverId: string,
    receiverName: string,
    recordingError: string,
    recordingStatus: string,
    recordingUrl: string,
    session: string,
    tags: listOf(string),
    timeCallEnded: integer,
    timeCallStarted: integer,
    timestamp: string,
    workbox_id: integer,
    workbox_v2_id: integer
  },
  // a running call has no end yet
  { absent: ["callDuration", "timeCallEnded"] }
)

/** §2.9: a call as the caller sees it. */
export const recent_call = object({
  contact: object({
    active: boolean,
    anonymous: boolean,
    available: boolean,
    favorite: boolean,
    is_group: boolean,
    avatar: object({ timestamp: dateTime, url: string }),
    email: string,
    id: string,
    name: string,
    status: string,
    token: string,
    username: string,
    enterprise_ids: listOf(integer),
    tags: listOf(string)
  }),
  contact_name: string,
  duration: integer,
  has_attachments: boolean,
  is_group: boolean,
  outgoing: boolean,
  status: boolean,
  participants: listOf(
    object({
      email: string,
      id: string,
      location: string,
      name: string,
      title: string,
      username: string,
      enterpriseId: integer,
      isAnonymous: boolean
    })
  ),
  ratings,
  reason: string,
  start_time: dateTime,
  tags: listOf(string)
})

const actor = object({ avatar: object({ original: string, thumb: string }), id: integer, name: string })

const event = {
  from: actor,
  to: actor,
  participant: actor,
  creator: actor,
  is_group: boolean,
  reason: string,
  call_id: string,
  message: string,
  deleted: boolean,
  id: integer,
  mime_type: string,
  name: string,
  path: string,
  progress: integer,
  signed_url: string,
  thumbnail: string,
  timestamp: integer,
  type: string,
  event_type: string,
  status: string
}

const absent = Object.keys(event) as ReadonlyArray<keyof typeof event>

/** §2.10: an event of a call. */
export const call_event_stream = object({ datetime: dateTime, type: string, data: object(event, { absent }) })

const device = {
  appVersion: string,
  deviceType: string,
  deviceVersion: string,
  networkType: string,
  timestamp: integer
}

const measured = listOf(object({ audio: integer, video: integer, result: string, timestamp: integer }))

/** §2.11: a call with its statistics. */
export const hermes_call_event = object({
  error: boolean,
  call: object(
    {
      callDuration: integer,
      callId: string,
      dialerId: string,
      dialerName: string,
      galdrSession: string,
      openTokSession: string,
      reasonCallEnded: string,
      receiverId: string,
      receiverName: string,
      recordingBucket: string,
      recordingError: string,
      recordingPath: string,
      recordingStatus: string,
      session: string,
      intraEnterpriseCall: boolean,
      lastEvaluatedTimestamp: integer,
      timeCallEnded: integer,
      timeCallStarted: integer,
      timestamp: integer,
      participants
    },
    // a running call has no end yet
    { absent: ["callDuration", "timeCallEnded"] }
  ),
  stats: object({
    overallQuality: integer,
    session: string,
    timestamp: integer,
    participantStats: listOf(
      object(
        {
          enterpriseId: string,
          id: string,
          name: string,
          isDialer: boolean,
          started: object(device),
          ended: object({ ...device, reason: string }),
          network: object({ avgQuality: integer, avgResult: string, bandwidth: measured, packetLoss: measured })
        },
        { absent: ["ended"] }
      )
    )
  })
})
