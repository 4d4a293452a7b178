import { Slider } from "@base-ui/react/slider"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { clockQuery, control, dataOf, useChange } from "../api.ts"
import type { Clock as ClockState, ClockChange } from "../api.ts"
import { Failure, Loaded } from "../components/States.tsx"
import { formatPace, formatTime } from "../components/Time.tsx"

const steps = ["1 minute", "1 hour", "1 day", "31 days"]

const speeds = { "0": "Stopped", "1": "Real time", "60": "A minute a second", "3600": "An hour a second" }

const hour = 3_600_000

/** How far the scrubber goes to each side, in hours. */
const range = 31 * 24

interface ScrubberProps {
  /** The time in the middle, in milliseconds. */
  readonly middle: number
  readonly now: string
  readonly onChange: (change: ClockChange) => void
}

/** Moves the clock by hours around the time at which the view was opened. */
const Scrubber = ({ middle, now, onChange }: ScrubberProps) => {
  const [dragged, setDragged] = useState<number>()
  const offset = Math.round((Date.parse(now) - middle) / hour)
  const hours = dragged ?? Math.min(range, Math.max(-range, offset))
  const target = new Date(middle + hours * hour).toISOString()
  return (
    <Slider.Root
      className="slider"
      min={-range}
      max={range}
      largeStep={24}
      value={hours}
      onValueChange={(value) => setDragged(value)}
      onValueCommitted={(value) => {
        setDragged(undefined)
        onChange({ set: new Date(middle + value * hour).toISOString() })
      }}
    >
      <Slider.Control className="slider-control">
        <Slider.Track className="slider-track">
          <Slider.Thumb
            className="slider-thumb"
            aria-label="Time of the tenant"
            getAriaValueText={() => formatTime(target)}
          />
        </Slider.Track>
      </Slider.Control>
      <div className="slider-scale" aria-hidden="true">
        <span>{formatTime(new Date(middle - range * hour).toISOString())}</span>
        <span>{dragged === undefined ? "" : formatTime(target)}</span>
        <span>{formatTime(new Date(middle + range * hour).toISOString())}</span>
      </div>
    </Slider.Root>
  )
}

const ClockForm = ({ clock }: { readonly clock: ClockState }) => {
  const { now, scale } = clock
  const [middle] = useState(() => Date.parse(now))
  const [advance, setAdvance] = useState("")
  const [set, setTime] = useState("")
  const change = useChange((change: ClockChange) => dataOf(control.POST("/__mock/clock", { body: change })))
  const reset = useChange(() => dataOf(control.DELETE("/__mock/clock")))
  const pace = formatPace(clock)
  return (
    <div className="clock">
      <p className="now">
        <time dateTime={now}>{formatTime(now)}</time>{" "}
        {pace === "" ? <span className="tag">time of the machine</span> : <span className="tag warn">{pace}</span>}
      </p>
      <Scrubber middle={middle} now={now} onChange={change.mutate} />
      <div className="bar" role="group" aria-label="Advance the clock">
        {steps.map((advance) => (
          <button key={advance} type="button" onClick={() => change.mutate({ advance })}>
            + {advance}
          </button>
        ))}
        <form
          className="bar"
          onSubmit={(event) => {
            event.preventDefault()
            change.mutate({ advance })
          }}
        >
          <input
            aria-label="Duration"
            placeholder="Such as 90 seconds"
            required
            value={advance}
            onChange={({ target }) => setAdvance(target.value)}
          />
          <button type="submit">Advance</button>
        </form>
      </div>
      <form
        className="bar"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ set })
        }}
      >
        <input
          aria-label="Date and time"
          className="moment"
          placeholder={now}
          required
          value={set}
          onChange={({ target }) => setTime(target.value)}
        />
        <button type="submit">Set the time</button>
      </form>
      <div className="bar" role="group" aria-label="Speed">
        {Object.entries(speeds).map(([speed, label]) => (
          <button
            key={speed}
            type="button"
            aria-pressed={scale === Number(speed)}
            onClick={() => change.mutate({ scale: Number(speed) })}
          >
            {label}
          </button>
        ))}
        <button type="button" disabled={clock.machine} onClick={() => reset.mutate(undefined)}>
          Return to the time of the machine
        </button>
      </div>
      {change.isError && <Failure error={change.error} />}
      {reset.isError && <Failure error={reset.error} />}
    </div>
  )
}

const Clock = () => {
  const clock = useQuery({ ...clockQuery, refetchInterval: 1000 })
  return (
    <>
      <p className="muted">
        Tokens, confirmations, calls and e-mails of the tenant follow its clock. Move it to see what expires.
      </p>
      <Loaded query={clock}>{(clock) => <ClockForm clock={clock} />}</Loaded>
    </>
  )
}

export default Clock
