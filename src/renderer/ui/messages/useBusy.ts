import { useState } from "react";
import { showFailure } from "./toasts.tsx";

/** Whether work is under way, and what does it: a failure is shown as a message. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  async function during(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, during };
}
