import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { control, dataOf, query, useChange } from "../api.ts"
import { Failure, Loaded } from "../components/States.tsx"

const limitsQuery = query(["limits"], (signal) => control.GET("/__mock/rate-limit", { signal }))

/** The rate limits of the tenant, with the requests that they refused. */
export const RateLimits = () => {
  const limits = useQuery(limitsQuery)
  const [text, setText] = useState("")
  const set = useChange((limit: string) => dataOf(control.PUT("/__mock/rate-limit", { body: { limits: [limit] } })))
  const clear = useChange(() => dataOf(control.DELETE("/__mock/rate-limit")))
  const refill = useChange(() => dataOf(control.POST("/__mock/rate-limit/reset")))
  return (
    <section>
      <h2>Rate limits</h2>
      <form
        className="bar"
        onSubmit={(event) => {
          event.preventDefault()
          set.mutate(text)
        }}
      >
        <input
          aria-label="Rate limit"
          placeholder="Such as 100/minute"
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit">Set the limit</button>
        <button type="button" disabled={limits.data?.length === 0} onClick={() => refill.mutate(undefined)}>
          Refill
        </button>
        <button type="button" disabled={limits.data?.length === 0} onClick={() => clear.mutate(undefined)}>
          Remove all limits
        </button>
      </form>
      {[set, clear, refill].map(({ error, isError }, index) => isError && <Failure key={index} error={error} />)}
      <Loaded query={limits}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">Requests are not limited.</p>
          ) : (
            <ul className="cards">
              {all.map(({ id, limit, passed, refused }) => (
                <li key={id}>
                  <strong>{id}</strong> <code>{JSON.stringify(limit)}</code>{" "}
                  <span className="muted">
                    {passed} passed, {refused} refused
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
