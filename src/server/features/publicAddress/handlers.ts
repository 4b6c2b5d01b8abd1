import type {
  PublicAddress as Wire,
  publicAddressOperations,
} from "../../../contract/server/publicAddress.ts";
import type { Proof } from "./publicAddressMonitor.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createPublicAddressHandlers(app: App): HandlersOf<typeof publicAddressOperations> {
  const { publicAddress, reach, settings, settingsStore, timestamps } = app;
  const render = (moment: number) => timestamps.render(new Date(moment).toISOString());

  const presentProof = ({ address, startedAt, endedAt, steps }: Proof) => ({
    address,
    startedAt: render(startedAt),
    endedAt: endedAt === null ? null : render(endedAt),
    steps: steps.map(({ isInside, addresses, ...step }) => ({
      ...step,
      addresses: [...addresses],
      inside: isInside,
    })),
  });

  function present(): { error: 0; data: Wire } {
    const { state, provedAt, proof } = reach.state();
    const { address, isTemporary } = publicAddress.base();
    const { publicPort, publicUrl } = settings;
    return {
      error: 0,
      data: {
        state,
        address,
        temporary: isTemporary,
        dark: publicAddress.isDark(),
        door:
          publicPort === null || publicUrl === null
            ? null
            : { port: publicPort, address: publicUrl },
        provider: settings.geoProvider,
        proxies: settingsStore.now()["geo.proxies"],
        fixed: publicAddress.fixed(),
        provedAt: provedAt === null ? null : render(provedAt),
        proof: proof === null ? null : presentProof(proof),
        former: publicAddress
          .former()
          .map((base) => ({ address: base.address, temporary: base.isTemporary })),
      },
    };
  }

  return {
    getPublicAddress: () => present(),
    async openPublicDoor({ body: { port } }) {
      await publicAddress.open(port);
      return present();
    },
    async closePublicDoor() {
      await publicAddress.close();
      return present();
    },
    async goDark({ body: { dark } }) {
      await publicAddress.goDark(dark);
      return present();
    },
    async previewPublicAddress({ body }) {
      const { isTemporary, bases, ...given } = await publicAddress.preview(body.address);
      return {
        error: 0,
        data: {
          ...given,
          temporary: isTemporary,
          bases: bases.map(({ isTemporary: isShort, ...base }) => ({
            ...base,
            temporary: isShort,
          })),
        },
      };
    },
    async usePublicAddress({ body: { address, local, temporary, ...wanted } }) {
      await publicAddress.use({
        ...wanted,
        address: local === true ? null : address,
        isTemporary: temporary,
      });
      return present();
    },
    async provePublicAddress({ body: { address } }) {
      await publicAddress.prove(address);
      return present();
    },
  };
}
