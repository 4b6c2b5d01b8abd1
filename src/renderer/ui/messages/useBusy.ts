import { useState } from "react";
import { showFailure } from "./toasts.tsx";

/** Whether work is under way, and what does it: a failure is shown as a message, or given to `fail`. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  async function during(
    work: () => Promise<unknown>,
    fail: (error: unknown) => unknown = showFailure,
  ): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      await fail(error);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, during };
}
