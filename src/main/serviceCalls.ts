import { z } from "zod";
import type { PublicState, RunningServer } from "../app/index.ts";

/** The service said no, or nothing. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly status: number;
  /** Of the first field at fault. */
  readonly code: string | null;
  readonly field: string | null;

  constructor(status: number, fault: { code: string; field: string } | undefined) {
    super(`The server responded with status ${status}.`);
    this.status = status;
    this.code = fault?.code ?? null;
    this.field = fault?.field ?? null;
  }
}

export interface PublicAddressNow {
  readonly state: PublicState;
  readonly address: string;
  readonly dark: boolean;
  /** Whether the public door is open. */
  readonly isOpen: boolean;
}

/** What the shell itself asks of the service, with the local caller's key, as the window does. */
export interface ServiceCalls {
  /** With what the owner wants of every new link. */
  addLink(url: string): Promise<{ readonly id: number; readonly shortUrl: string }>;
  publicAddress(): Promise<PublicAddressNow>;
  goDark(dark: boolean): Promise<PublicAddressNow>;
  /** Asks from outside, and answers when it is known. */
  provePublicAddress(): Promise<PublicAddressNow>;
  /** One that runs and leads nowhere; nothing happens to one that is off. */
  restartTunnel(): Promise<void>;
}

const madeLink = z.object({ id: z.int(), shorturl: z.url() });
const publicAnswer = z.object({
  data: z
    .object({
      state: z.enum(["paused", "local", "unverified", "reachable", "unreachable"]),
      address: z.url(),
      dark: z.boolean(),
      door: z.object({}).nullable(),
    })
    .transform(({ door, ...now }) => ({ ...now, isOpen: door !== null })),
});
const settingsAnswer = z.object({
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })),
});
const refusal = z.object({
  faults: z.array(z.object({ code: z.string(), field: z.string() })).optional(),
});

const oneDay = 86_400_000;
/** Milliseconds; a proof from outside takes the longest. */
const patience = 60_000;

export function createServiceCalls(
  { baseUrl, localKey }: Pick<RunningServer, "baseUrl" | "localKey">,
  clock: () => number = Date.now,
): ServiceCalls {
  async function call<T>(
    method: "GET" | "POST" | "PUT",
    path: string,
    answer: z.ZodType<T>,
    body?: object,
  ): Promise<T> {
    const response = await fetch(`${baseUrl}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${localKey}`,
        "waypost-client": "window",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const content: unknown = await response.json();
    if (!response.ok) throw new CallRefused(response.status, refusal.parse(content).faults?.[0]);
    return answer.parse(content);
  }

  /** What was deleted since it was chosen for new links is refused; the link is made without it. */
  async function usual(): Promise<Record<string, string | number>> {
    const { settings } = await call("GET", "/settings", settingsAnswer);
    const valueOf = (name: string) => settings.find(({ key }) => key === name)?.value;
    const textOf = (name: string) => z.string().catch("").parse(valueOf(name));
    const domain = textOf("links.domain");
    const channel = Number(valueOf("links.channel") ?? 0);
    const days = Number(valueOf("links.expiryDays") ?? 0);
    return {
      ...(domain === "" ? {} : { domain }),
      ...(channel === 0 ? {} : { channel }),
      ...(days === 0 ? {} : { expiry: endOfDay(days, textOf("timeZone") || "UTC") }),
    };
  }

  function endOfDay(days: number, timeZone: string): string {
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(clock());
    const end = new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay);
    return `${end.toISOString().slice(0, 10)} 23:59:59`;
  }

  const publicNow = async (method: "GET" | "POST" | "PUT", path: string, content?: object) =>
    (await call(method, `/public-address${path}`, publicAnswer, content)).data;

  return {
    async addLink(url) {
      const add = (rest: object) => call("POST", "/url/add", madeLink, { url, ...rest });
      const wanted = await usual();
      const made = await add(wanted).catch((error: unknown) => {
        if (error instanceof CallRefused && error.field !== null && error.field in wanted)
          return add({});
        throw error;
      });
      return { id: made.id, shortUrl: made.shorturl };
    },
    publicAddress: () => publicNow("GET", ""),
    goDark: (dark) => publicNow("PUT", "/dark", { dark }),
    provePublicAddress: () => publicNow("POST", "/verify"),
    async restartTunnel() {
      await call("POST", "/tunnel/restart", z.object({}), { reason: "unreachable" });
    },
  };
}
