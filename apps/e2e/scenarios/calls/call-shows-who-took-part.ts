import { administratorScenario, Expect, finishedCall } from "@remote-assist/e2e"

/**
 * A call names the dialer, who owns it, and the receiver, and lists both as participants. Ids are texts here (interface
 * §2.8).
 */
export default administratorScenario(
  function* ({ administrator, colleague }) {
    const call = yield* finishedCall

    const dialer = yield* Expect.present("the dialer", call.dialer)
    yield* Expect.equal("e-mail of the dialer", dialer.email, administrator.email)
    yield* Expect.equal("the dialer beside", [call.dialderId, call.dialerName], [dialer.id, dialer.name])
    yield* Expect.equal(
      "the owner",
      [call.owner_id, call.owner_name, call.owner_email],
      [dialer.id, dialer.name, dialer.email]
    )
    const receiver = yield* Expect.present("the receiver", call.receiver)
    yield* Expect.equal("e-mail of the receiver", receiver.email, colleague.email)
    yield* Expect.equal("the receiver beside", [call.receiverId, call.receiverName], [receiver.id, receiver.name])

    const parties = [dialer, receiver].map((party) => ({ ...party, isAnonymous: false }))
    yield* Expect.equal("the participants", call.participants, parties)
    yield* Expect.equal("enterprises", [dialer.enterpriseId, call.intraEnterpriseCall], [receiver.enterpriseId, true])
    yield* Expect.equal(
      "user names",
      parties.map(({ username }) => username),
      ["ada", "linus"]
    )
    yield* Expect.equal(
      "kinds of the ids",
      parties.map(({ id }) => typeof id),
      ["string", "string"]
    )
  },
  { needs: ["world"] }
)
