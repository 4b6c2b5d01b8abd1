import type { PublicAddressNow, ServiceCalls } from "../serviceCalls.ts";

/** Milliseconds after a wake in which networks come back. */
const settling = 5_000;

/**
 * After a sleep the public address is asked whether it still leads here; a tunnel that lives on
 * without leading anywhere is started anew.
 */
export async function proveAfterWake(options: {
  readonly calls: Pick<ServiceCalls, "publicAddress" | "provePublicAddress" | "restartTunnel">;
  readonly wait?: (milliseconds: number) => Promise<void>;
}): Promise<PublicAddressNow["state"]> {
  const { calls, wait = waitFor } = options;
  const { state } = await calls.publicAddress();
  if (state === "local" || state === "paused") return state;
  await wait(settling);
  const proved = await calls.provePublicAddress();
  if (proved.state !== "unreachable") return proved.state;
  await calls.restartTunnel();
  await wait(settling);
  return (await calls.provePublicAddress()).state;
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
