import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

import { queryClient } from "./api.ts"
import { App } from "./App.tsx"
import { showTheme } from "./components/Theme.tsx"

showTheme()

const root = document.querySelector("#root")
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>
  )
