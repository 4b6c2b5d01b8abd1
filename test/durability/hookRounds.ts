import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startService, type ServiceProcess } from "../support/serviceProcess.ts";
import { startReceiver } from "../support/webhookReceiver.ts";
import { untilKilled } from "./killRounds.ts";

export interface HookFigures {
  readonly kills: number;
  readonly creates: number;
  readonly deletes: number;
  readonly clicks: number;
  readonly deliveries: number;
  /** Deliveries that came more than once. */
  readonly repeated: number;
  /** Sentences, one for each acknowledged change or answered click that no event told of. */
  readonly losses: readonly string[];
}

const scripts = 4;
/** Milliseconds from the last start to the last event, however busy the machine is. */
const patience = 120_000;

async function owner(service: ServiceProcess, dataDir: string, path: string, body: object) {
  const { localKey } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as {
    localKey: string;
  };
  const answer = await fetch(`${service.ready.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${localKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
}

/** Kills the service while scripts write, visitors come and events are sent; every tenth is refused once. */
export async function hookRounds(kills: number): Promise<HookFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-hooks-"));
  const dataDir = join(folder, "data");
  const receiver = await startReceiver();
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  receiver.secret = secret;
  const created = new Set<number>();
  const deleted = new Set<number>();
  const clicked = new Map<number, number>();
  const ids = new Map<string, number>();
  const counted = new Set<string>();
  const acknowledged = { creates: [] as number[], deletes: [] as number[], clicks: 0 };

  receiver.answer = ({ event, headers }) => {
    const id = String(headers["webhook-id"]);
    const tries = (ids.get(id) ?? 0) + 1;
    ids.set(id, tries);
    if (ids.size % 10 === 0 && tries === 1) return { status: 503 };
    if (event.type === "link.created") created.add(event.data.id);
    if (event.type === "link.deleted") deleted.add(event.data.id);
    // What comes again is counted once.
    const isAgain = event.type === "link.clicked" && counted.has(id);
    if (event.type === "link.clicked" && !isAgain) {
      counted.add(id);
      for (const { link } of event.data.clicks) clicked.set(link, (clicked.get(link) ?? 0) + 1);
    }
    return { status: 204 };
  };
  const start = () => startService(dataDir, ["--rate-limit", "1000000000"]);
  let service = await start();
  let next = () => {};

  async function script(running: ServiceProcess, isOver: () => boolean): Promise<void> {
    for (let step = 0; !isOver(); step += 1) {
      const made = await running.api("POST", "/api/url/add", { url: "https://example.org/" });
      const { id } = (await made.json()) as { id: number };
      if (made.status !== 200) throw new Error(`a creation was answered ${made.status}`);
      acknowledged.creates.push(id);
      next();
      if (step % 3 > 0) continue;
      const gone = await running.api("DELETE", `/api/url/${id}/delete`);
      await gone.arrayBuffer();
      if (gone.status !== 200) throw new Error(`a deletion was answered ${gone.status}`);
      acknowledged.deletes.push(id);
    }
  }

  async function visitor(running: ServiceProcess, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const answer = await running.visit("visited");
      await answer.arrayBuffer();
      if (answer.status !== 302) throw new Error(`a visit was answered ${answer.status}`);
      acknowledged.clicks += 1;
      await wait(5);
    }
  }

  try {
    const visited = await service.api("POST", "/api/url/add", {
      url: "https://example.org/",
      custom: "visited",
    });
    const { id: visitedId } = (await visited.json()) as { id: number };
    await owner(service, dataDir, "/api/webhook/add", {
      name: "Rounds",
      url: receiver.url,
      private: receiver.place,
      events: ["link.created", "link.deleted", "link.clicked"],
      secret,
    });
    for (let round = 1; round <= kills; round += 1) {
      let isOver = false;
      const over = () => isOver;
      const running = service;
      const work = [
        ...Array.from({ length: scripts }, () => script(running, over)),
        visitor(running, over),
      ].map(untilKilled);
      await new Promise<void>((resolve) => (next = resolve));
      // From before the first event is in the outbox to while many are being sent.
      await wait(Math.random() * 400);
      await service.stop("SIGKILL");
      isOver = true;
      await Promise.all(work);
      service = await start();
    }
    const missing = () => [
      ...acknowledged.creates.filter((id) => !created.has(id) && !deleted.has(id)),
      ...acknowledged.deletes.filter((id) => !deleted.has(id)),
    ];
    const lostClicks = () => acknowledged.clicks - (clicked.get(visitedId) ?? 0);
    const end = performance.now() + patience;
    while ((missing().length > 0 || lostClicks() > 0) && performance.now() < end) await wait(50);
    const unverified = receiver.received.filter(({ event }) => event === null).length;
    return {
      kills,
      creates: acknowledged.creates.length,
      deletes: acknowledged.deletes.length,
      clicks: acknowledged.clicks,
      deliveries: ids.size,
      repeated: [...ids.values()].filter((tries) => tries > 1).length,
      losses: [
        ...missing().map((id) => `no event told of link ${id}`),
        ...(lostClicks() > 0 ? [`no event told of ${lostClicks()} clicks`] : []),
        ...(unverified > 0 ? [`${unverified} events had no valid signature`] : []),
      ],
    };
  } finally {
    await service.stop("SIGKILL");
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
