import type {
  Tunnel as WireTunnel,
  tunnelOperations,
  TunnelSettings,
} from "../../../contract/server/tunnels.ts";
import { Invalid } from "../../common/problems.ts";
import type { Way } from "./tunnel/model.ts";
import { faultsOfWay, wayOf } from "./tunnel/readWay.ts";
import { addressOf } from "./tunnel/ways.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";
import { withoutUndefined } from "../../common/resources.ts";

const noSettings: TunnelSettings = {
  host: null,
  user: null,
  port: null,
  remotePort: null,
  bindAddress: null,
  keyFile: null,
  command: null,
  pattern: null,
  address: null,
};

function presentWay({ way: _way, ...settings }: Way): TunnelSettings {
  return { ...noSettings, ...withoutUndefined(settings) };
}

export function createTunnelHandlers(app: App): HandlersOf<typeof tunnelOperations> {
  const { tunnel, timestamps } = app;
  const render = (moment: number) => timestamps.render(new Date(moment).toISOString());

  function present(): { error: 0; data: WireTunnel } {
    const { way, stage, since, nextTry, tries, target, ...state } = tunnel.state();
    return {
      error: 0,
      data: {
        way: way?.way ?? null,
        settings: way === null ? noSettings : presentWay(way),
        token: state.token,
        on: state.isOn,
        state: stage,
        since: render(since),
        nextTry: nextTry === null ? null : render(nextTry),
        tries,
        problem: state.problem,
        address: state.address,
        temporary: state.isTemporary,
        provider: state.provider,
        line: state.line,
        target: target === null ? null : addressOf(target),
        pid: state.pid,
      },
    };
  }

  return {
    listTunnelPrograms: async () => ({ error: 0, programs: [...(await tunnel.programs())] }),
    downloadTunnelProgram() {
      tunnel.download();
      return { error: 0, message: "Download has been started successfully." };
    },
    getTunnel: present,
    getTunnelLog: () => ({
      error: 0,
      lines: tunnel.log().map(({ at, text }) => ({ date: render(at), text })),
    }),
    async setTunnel({ body: { clear = [], token, ...sent } }) {
      const faults = faultsOfWay({ ...sent, ...(token !== undefined && { token }) });
      if (Object.keys(faults).length > 0) throw new Invalid(faults);
      await tunnel.set(wayOf(sent), clear.length > 0 ? "" : (token ?? null));
      return present();
    },
    async startTunnel({ body: { acceptHostKey } }) {
      await tunnel.start(acceptHostKey);
      return present();
    },
    async restartTunnel({ body: { reason } }) {
      await tunnel.restart(reason);
      return present();
    },
    async stopTunnel() {
      await tunnel.stop();
      return present();
    },
  };
}
