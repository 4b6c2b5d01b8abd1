import type { PublicAddress, publicAddressOperations } from "../../contract/publicAddress.ts";
import type { Reach } from "../services/reach.ts";
import type { Settings } from "../services/settings.ts";
import type { Timestamps } from "../services/timestamps.ts";
import type { HandlersOf } from "./handlers.ts";

export function createPublicAddressHandlers(options: {
  reach: Reach;
  settings: Settings;
  timestamps: Timestamps;
}): HandlersOf<Pick<typeof publicAddressOperations, "getPublicAddress">> {
  const { reach, settings, timestamps } = options;

  function present(): { error: 0; data: PublicAddress } {
    const { state, address, provedAt } = reach.state();
    const { publicPort, publicUrl } = settings;
    return {
      error: 0,
      data: {
        state,
        address,
        temporary: false,
        dark: false,
        door:
          publicPort === null || publicUrl === null
            ? null
            : { port: publicPort, address: publicUrl },
        provider: settings.geoProvider,
        proxies: "",
        fixed: { address: false, door: false, provider: false },
        provedAt: provedAt === null ? null : timestamps.render(new Date(provedAt).toISOString()),
        proof: null,
        former: settings.formerBases
          .filter((base) => base !== address)
          .toReversed()
          .map((base) => ({ address: base, temporary: false })),
      },
    };
  }

  return { getPublicAddress: () => present() };
}
