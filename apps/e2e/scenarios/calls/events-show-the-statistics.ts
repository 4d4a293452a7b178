import { administratorScenario, Expect, finishedCall, step } from "@remote-assist/e2e"

/**
 * The events of a call have its quality: for each participant the device, when and why they left, and the network every
 * few seconds. Units are not shown (interface §2.11, §4.4, 6).
 */
export default administratorScenario(
  function* ({ calls }) {
    const call = yield* finishedCall
    const events = yield* step("the events are read", calls.events(call.session))
    const stats = yield* Expect.present("the statistics", events.stats)
    yield* Expect.equal("their call", [stats.session, stats.timestamp], [call.session, call.timeCallEnded])
    yield* Expect.isTrue("whether the quality is one of three", [1, 2, 3].includes(stats.overallQuality ?? 0))

    const participants = yield* Expect.present("the participants", stats.participantStats)
    yield* Expect.equal(
      "who took part",
      participants.map(({ id, name }) => [id, name]),
      [
        [call.dialderId, call.dialerName],
        [call.receiverId, call.receiverName]
      ]
    )
    yield* Expect.equal(
      "who of them called",
      participants.map(({ isDialer }) => isDialer),
      [true, false]
    )
    for (const { ended, enterpriseId, name, network, started } of participants) {
      yield* Expect.equal(`enterprise of ${name}`, enterpriseId, call.dialer?.enterpriseId)
      const { timestamp, ...device } = yield* Expect.present(`the start of ${name}`, started)
      yield* Expect.equal(`when ${name} came`, timestamp, call.timeCallStarted)
      yield* Expect.equal(`how ${name} left`, ended, { ...device, timestamp: call.timeCallEnded, reason: "Call Ended" })
      const properties = [device.appVersion, device.deviceType, device.deviceVersion, device.networkType]
      yield* Expect.isTrue(`whether the device of ${name} is known`, properties.every(Boolean))
      const { avgQuality, avgResult, bandwidth, packetLoss } = yield* Expect.present(`the network of ${name}`, network)
      yield* Expect.equal(`quality of ${name}, in words`, avgResult, ["poor", "fair", "good"][(avgQuality ?? 0) - 1])
      yield* Expect.equal(`points of ${name}`, packetLoss?.length, bandwidth?.length)
      const [first] = yield* Expect.present(`the points of ${name}`, bandwidth)
      yield* Expect.equal(`first point of ${name}`, [first?.result, first?.timestamp], ["good", call.timeCallStarted])
      yield* Expect.isTrue(`whether ${name} was seen and heard`, Number(first?.audio) > 0 && Number(first?.video) > 0)
      yield* Expect.equal(`what ${name} lost at first`, [packetLoss?.[0]?.audio, packetLoss?.[0]?.video], [0, 0])
    }
  },
  { needs: ["world"] }
)
