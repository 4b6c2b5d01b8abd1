import type { Store } from "../../store/store.ts";
import { isReservedWord } from "../links/aliasRules.ts";
import { isLoopback } from "../domains/ownAddresses.ts";
import { Conflict, Invalid } from "../../common/problems.ts";
import { leadsThroughUs } from "../qr/service.ts";
import {
  type GeoProvider,
  newestBases,
  prefixOf,
  readSetting,
  type Settings,
} from "../settings/settings.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import type { App, Core } from "../../common/context.ts";
import { isTemporaryAddress } from "../../../contract/fields/temporaryAddress.ts";

/** The door where a tunnel brings visitors. */
export interface PublicDoor {
  /** Instead of where it was open before; refuses a port that can't be had. */
  open(port: number): Promise<void>;
  close(): Promise<void>;
}

/** What short addresses are printed with. */
interface Base {
  readonly address: string;
  /** A tunnel's random name, good for a try. */
  readonly isTemporary: boolean;
}

/** A base as it was just asked. */
export interface CheckedBase extends Base {
  /** `here`: on this computer only. */
  readonly works: "yes" | "here" | "no";
  readonly message: string | null;
}

/** What was given out under the present base. */
export interface GivenOut extends Base {
  readonly links: number;
  /** Whose pictures carry it. */
  readonly qrCodes: number;
  readonly bioPages: number;
  /** The present one and those before it, the newest first. */
  readonly bases: readonly CheckedBase[];
  /** Further ones, which were not asked. */
  readonly unasked: number;
}

export interface PublicAddress {
  /** The present one. */
  base(): Base;
  /** Those before it, the newest first. */
  former(): readonly Base[];
  isDark(): boolean;
  /** What the command line of this run says, so that nothing here changes it. */
  fixed(): { readonly address: boolean; readonly door: boolean; readonly provider: boolean };
  /** Opens the public door, now and at every start. */
  open(port: number | undefined): Promise<void>;
  close(): Promise<void>;
  /** Tells everybody outside to come later, or nobody any more. */
  goDark(isDark: boolean): Promise<void>;
  /** `address`: what it would be switched to. */
  preview(address: string | undefined): Promise<GivenOut>;
  use(wanted: {
    /** Null: this computer's own; undefined: the present one. */
    readonly address?: string | null | undefined;
    readonly provider?: GeoProvider | undefined;
    readonly proxies?: string | undefined;
    readonly isTemporary?: boolean | undefined;
  }): Promise<void>;
  /** Tries the present address from outside, or another one before it is used. */
  prove(address: string | undefined): Promise<void>;
}

/** What short addresses are printed with, and what they were printed with before. */
export interface Bases {
  /** Null: this computer's own address. */
  base(): string | null;
  /** What they would be with another base. */
  with(base: string | null): Pick<Settings, "shortBase" | "formerBases">;
  use(base: string | null): void;
  /** Answers below a path too as long as `work` takes. */
  answeringBelow<Result>(prefix: string, work: () => Promise<Result>): Promise<Result>;
}

/** Whether everybody outside is told to come later. */
export function isDark(store: Pick<Store, "table">): boolean {
  return store.table("settings").get(1)?.isDark === true;
}

/** Where the public door is opened unless its owner says otherwise. */
const usualPort = 4081;
/** As many bases are asked whether they go on working. */
const maxChecked = 10;

const flags = {
  baseUrl: "--base-url",
  publicPort: "--public-port",
  "geo.provider": "--set geo.provider",
  "geo.proxies": "--set geo.proxies",
} as const;

export function createPublicAddress(
  app: Core & Pick<App, "domains" | "reach" | "askReach">,
): PublicAddress {
  const { store, settings, settingsStore, publicDoor: door, bases: addresses, reach } = app;
  const table = store.table("settings");
  /** One change after the other: the last one asked for is the one that holds. */
  const changes = createTaskQueue();
  let lastPort: number | null = null;

  function baseOf(address: string): Base {
    const isMarked = table.get(1)?.temporaryBases?.includes(address) === true;
    return { address, isTemporary: isMarked || isTemporaryAddress(address) };
  }

  function former(): Base[] {
    return settings.formerBases
      .filter((address) => address !== settings.shortBase)
      .toReversed()
      .map(baseOf);
  }

  function refuseFixed(name: keyof typeof flags, field: string): never {
    throw new Conflict(
      "fixed",
      `This is set on the server's command line (${flags[name]}). To change it here, start Waypost without that flag.`,
      { [field]: { code: "choice", detail: "is set on the server's command line" } },
    );
  }

  function namedBase(address: string): string {
    const base = readSetting("baseUrl", address.trim());
    if (typeof base === "string") return base;
    const detail = "must be a URL that starts with http:// or https://, without query";
    throw new Invalid({ address: { code: "format", detail } });
  }

  function checkBase(base: string | null): void {
    if (base === null) return;
    if (app.domains.ofHost(new URL(base).host) !== null) {
      throw new Conflict(
        "taken",
        "This is one of your branded domains. Choose it as the domain of a link instead.",
        { address: { code: "taken", detail: "is a branded domain" } },
      );
    }
    const [, first = ""] = prefixOf(base).split("/");
    if (first === "" || prefixOf(base) === settings.prefix) return;
    const isTaken =
      store.links.byAlias(first, undefined) !== undefined ||
      store.bioPages.byAlias(first, undefined) !== undefined;
    if (!isTaken && !isReservedWord(first.toLowerCase())) return;
    const detail = `would hide what is now at /${first}`;
    throw new Conflict("taken", `The path /${first} ${detail}.`, {
      address: { code: "taken", detail },
    });
  }

  /** Keeps settings under the names that the caller gave them. */
  async function keep(
    set: Readonly<Record<string, string | number>>,
    unset: readonly string[],
    fields: Readonly<Record<string, string>>,
  ): Promise<void> {
    try {
      await settingsStore.change({ set, unset }, () => undefined);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const renamed = error.faults.map((fault) => {
        const name = fault.field.replace(/^set\./, "");
        return [fields[name] ?? fault.field, fault] as const;
      });
      throw new Invalid(Object.fromEntries(renamed), error.reason);
    }
  }

  async function open(requested: number | undefined): Promise<void> {
    const isFixed = settingsStore.isFixed("publicPort");
    const { publicPort: wished } = settingsStore.now();
    if (isFixed && (wished === null || (requested !== undefined && requested !== wished))) {
      refuseFixed("publicPort", "port");
    }
    if (
      settings.publicPort !== null &&
      (requested === undefined || requested === settings.publicPort)
    )
      return;
    const port = requested ?? wished ?? lastPort ?? usualPort;
    if (port !== 0 && (port === settings.port || port === settings.guiPort)) {
      throw new Invalid({
        port: { code: "taken", detail: "is already used by another port of this server" },
      });
    }
    const before = settings.publicPort;
    await door.open(port);
    const { publicPort } = settings;
    if (isFixed || publicPort === null) return;
    try {
      await keep({ publicPort }, [], { publicPort: "port" });
    } catch (error) {
      await (before === null ? door.close() : door.open(before));
      throw error;
    }
    settingsStore.hold({ publicPort });
  }

  async function close(): Promise<void> {
    if (!settingsStore.isFixed("publicPort")) {
      await keep({}, ["publicPort"], {});
      settingsStore.hold({ publicPort: null });
    }
    lastPort = settings.publicPort;
    await door.close();
    reach.moved();
  }

  async function use({
    address,
    provider = settings.geoProvider,
    proxies,
    isTemporary,
  }: Parameters<PublicAddress["use"]>[0]): Promise<void> {
    const base =
      address === undefined ? addresses.base() : address === null ? null : namedBase(address);
    const next = addresses.with(base);
    if (next.shortBase !== settings.shortBase && settingsStore.isFixed("baseUrl")) {
      refuseFixed("baseUrl", "address");
    }
    if (provider !== settings.geoProvider && settingsStore.isFixed("geo.provider")) {
      refuseFixed("geo.provider", "provider");
    }
    const isOther = proxies !== undefined && proxies !== settingsStore.now()["geo.proxies"];
    if (isOther && settingsStore.isFixed("geo.proxies")) refuseFixed("geo.proxies", "proxies");
    if (isOther && readSetting("geo.proxies", proxies) === undefined) {
      const detail = "must be IP addresses or networks, separated by commas";
      throw new Invalid({ proxies: { code: "format", detail } });
    }
    checkBase(base);
    // Known first: what was printed once is always known.
    await learnBase(next, isTemporary ?? baseOf(next.shortBase).isTemporary);
    const isProviderOther = provider !== settings.geoProvider;
    const isBaseOther = !settingsStore.isFixed("baseUrl");
    await keep(
      {
        ...(isBaseOther && base !== null && { baseUrl: base }),
        ...(isProviderOther && { "geo.provider": provider }),
        ...(isOther && { "geo.proxies": proxies }),
      },
      isBaseOther && base === null ? ["baseUrl"] : [],
      { baseUrl: "address", "geo.provider": "provider", "geo.proxies": "proxies" },
    );
    if (isBaseOther) settingsStore.hold({ baseUrl: base });
    addresses.use(base);
    reach.moved();
  }

  async function learnBase(
    { shortBase, formerBases }: Pick<Settings, "shortBase" | "formerBases">,
    isTemporary: boolean,
  ): Promise<void> {
    const { temporaryBases: marked = [], ...before } = table.get(1) ?? { id: 1 as const };
    const latest = new Set(formerBases);
    const there = (before.formerBases ?? []).filter((one) => !latest.has(one));
    const bases = newestBases([...there, ...formerBases]);
    const temporary = [
      ...marked.filter((one) => one !== shortBase),
      ...(isTemporary ? [shortBase] : []),
    ];
    const record = {
      ...before,
      formerBases: bases,
      ...(temporary.length > 0 && { temporaryBases: temporary }),
    };
    await store.commit([{ put: "settings", record }], { isLearned: true });
  }

  async function withProof(base: Base): Promise<CheckedBase> {
    const { hostname, port } = new URL(base.address);
    if (isLoopback(hostname)) {
      const isOurs = [settings.port, settings.publicPort].includes(Number(port || 80));
      return isOurs
        ? { ...base, works: "here", message: null }
        : { ...base, works: "no", message: `This server doesn't listen on port ${port}.` };
    }
    const { problem, ...answer } = await app.askReach(base.address);
    if (problem !== null) return { ...base, works: "no", message: problem.message };
    const isInside = "isInside" in answer && answer.isInside;
    return { ...base, works: isInside ? "here" : "yes", message: null };
  }

  return {
    base: () => baseOf(settings.shortBase),
    former,
    isDark: () => isDark(store),
    fixed: () => ({
      address: settingsStore.isFixed("baseUrl"),
      door: settingsStore.isFixed("publicPort"),
      provider: settingsStore.isFixed("geo.provider"),
    }),
    open: (port) => changes.run(() => open(port)),
    close: () => changes.run(close),
    goDark: (wanted) =>
      changes.run(async () => {
        const { isDark: was, ...before } = table.get(1) ?? { id: 1 as const };
        if ((was === true) === wanted) return;
        const record = wanted ? { ...before, isDark: wanted } : before;
        await store.commit([{ put: "settings", record }], { isLearned: true });
        reach.moved();
      }),
    async preview(address) {
      if (address !== undefined) checkBase(namedBase(address));
      const onDomains = [...store.table("domains").values()].map(({ id }) => ({
        links: store.links.using("domains", id).size,
        pages: store.bioPages.using("domains", id).size,
      }));
      const sum = (of: "links" | "pages") =>
        onDomains.reduce((total, counts) => total + counts[of], 0);
      const codes = [...store.qrCodes.values()].filter(
        (code) => code.domain === undefined && leadsThroughUs(code),
      );
      const bases = [baseOf(settings.shortBase), ...former()];
      return {
        ...baseOf(settings.shortBase),
        links: store.links.size - sum("links"),
        bioPages: store.bioPages.size - sum("pages"),
        qrCodes: codes.length,
        bases: await Promise.all(bases.slice(0, maxChecked).map(withProof)),
        unasked: Math.max(0, bases.length - maxChecked),
      };
    },
    use: (wanted) => changes.run(() => use(wanted)),
    async prove(address) {
      if (address === undefined) return reach.check();
      const base = namedBase(address);
      await addresses.answeringBelow(prefixOf(base), () => reach.check(base));
    },
  };
}
