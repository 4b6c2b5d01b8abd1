import type { Reach as WireReach, reachOperations } from "../../../contract/server/reach.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createReachHandlers(app: App): HandlersOf<typeof reachOperations> {
  const { reach, timestamps } = app;
  const render = (moment: number | null) =>
    moment === null ? null : timestamps.render(new Date(moment).toISOString());

  function present(): { error: 0; data: WireReach } {
    const { state, address, isChecking, checkedAt, provedAt, isInside, problem } = reach.state();
    return {
      error: 0,
      data: {
        state,
        address,
        checking: isChecking,
        checkedAt: render(checkedAt),
        provedAt: render(provedAt),
        inside: isInside,
        problem,
        doors: app.doors(),
      },
    };
  }

  return {
    getReach() {
      reach.look();
      return present();
    },
    async checkReach() {
      await reach.check();
      return present();
    },
  };
}
