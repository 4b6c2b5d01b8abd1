import { z } from "zod";
import { success } from "../envelope.ts";
import { flag, text, timestamp } from "../fields/fields.ts";
import { owner } from "../operation.ts";
import { publicState } from "./reach.ts";

/** What is tried from outside, in this order. */
export const proofSteps = ["name", "nonce", "redirect"] as const;

/** Why a step failed. */
export const proofFailures = [
  /** Of `name`: there is no such name. */
  "noName",
  /** Of `nonce`: the name leads to a private address that is not this service's. */
  "private",
  "timeout",
  /** No connection, or a broken answer. */
  "network",
  /** An answer of another status than was due: `status`. */
  "status",
  /** Somebody else answers there. */
  "other",
  /** Of `redirect`: the link led elsewhere than it should: `location`. */
  "elsewhere",
] as const;

/** Why a step was not taken. */
export const proofSkips = [
  /** This address works only on this computer. */
  "local",
  "paused",
  /** A step before it failed. */
  "before",
  /** There is no link that simply redirects everybody. */
  "noLink",
] as const;

const proofStep = z.object({
  step: z.enum(proofSteps),
  /** `waiting`: not yet taken. */
  outcome: z.enum(["waiting", "ok", "failed", "skipped"]),
  /** Why it failed or was skipped; null: neither. */
  code: z.enum([...proofFailures, ...proofSkips]).nullable(),
  /** The same as a sentence, for whoever reads no codes. */
  message: z.string().nullable(),
  /** Of `name`: the numeric addresses that it leads to. */
  addresses: z.array(z.string()),
  /** Of `nonce`: whether the answer came without leaving this computer, which proves nothing to others. */
  inside: z.boolean(),
  /** Of an answer, where it was not the one that was due. */
  status: z.int().nullable(),
  /** Of `redirect`: the short address that was followed, where that led, and where it should have. */
  link: z.url().nullable(),
  location: z.string().nullable(),
  expected: z.string().nullable(),
});
export type ProofStep = z.output<typeof proofStep>;

const proof = z.object({
  /** The address that was asked. */
  address: z.url(),
  startedAt: timestamp,
  /** Null: still under way, and the steps tell how far it is. */
  endedAt: timestamp.nullable(),
  steps: z.array(proofStep),
});

/** Whose forwarded headers the public door believes (setting `geo.provider`). */
const provider = z.enum(["none", "cloudflare", "forwarded"], {
  error: "must be none, cloudflare or forwarded",
});

const formerBase = z.object({
  address: z.url(),
  /** A tunnel's name that was good for a try; nobody gets it twice. */
  temporary: z.boolean(),
});

const publicAddress = z.object({
  state: publicState,
  /** What short addresses are printed with. */
  address: z.url(),
  /** Whether that is a random tunnel name, good for a try and gone when the tunnel starts again. */
  temporary: z.boolean(),
  dark: z.boolean(),
  /** The public door, where a tunnel points; null: closed. */
  door: z
    .object({
      port: z.int(),
      /** Where it answers on this computer, path prefix included. */
      address: z.url(),
    })
    .nullable(),
  provider,
  /** Further addresses from which such headers are taken (setting `geo.proxies`). */
  proxies: z.string(),
  /** What this run's command line says and no operation changes. */
  fixed: z.object({ address: z.boolean(), door: z.boolean(), provider: z.boolean() }),
  /** When a proof last succeeded. */
  provedAt: timestamp.nullable(),
  /** The last one, or the one under way; null: none since the start or the last switch. */
  proof: proof.nullable(),
  /** Every address before this one, the newest first. */
  former: z.array(formerBase),
});
export type PublicAddress = z.output<typeof publicAddress>;

const response = success({ data: publicAddress });

const portFault = "must be a number from 1 to 65535, or 0 for any free port";
const wholePort = z.coerce
  .number(portFault)
  .int(portFault)
  .min(0, portFault)
  .max(65_535, portFault);

export const publicAddressOperations = {
  getPublicAddress: owner.get("/api/public-address", {
    summary: "Show the public address, its port and its last verification.",
    response,
  }),
  /** Remembered for the next start. */
  openPublicDoor: owner.post("/api/public-address/open", {
    summary: "Open the public port for a tunnel or proxy, now and at every start.",
    body: z.object({
      /** Default: the one it had, else 4081. */
      port: wholePort.optional(),
    }),
    response,
  }),
  closePublicDoor: owner.post("/api/public-address/close", {
    summary: "Close the public port.",
    response,
  }),
  goDark: owner.put("/api/public-address/dark", {
    summary:
      "Pause or resume public access. A pause lasts until you resume it, even after restarts.",
    body: z.object({ dark: flag }),
    response,
  }),
  previewPublicAddress: owner.post("/api/public-address/preview", {
    summary:
      "Preview a change to the public address: what uses the current address and what will keep working.",
    body: z.object({
      /** What it would be switched to. */
      address: text(2000).optional(),
    }),
    response: success({
      data: z.object({
        address: z.url(),
        temporary: z.boolean(),
        /** Links on the service's own address. */
        links: z.int().nonnegative(),
        /** Saved QR codes whose picture carries it. */
        qrCodes: z.int().nonnegative(),
        bioPages: z.int().nonnegative(),
        /**
         * The present address and those before it, the newest first, as they were just asked.
         * `here`: on this computer only; `no`: this service doesn't answer there.
         */
        bases: z.array(
          formerBase.extend({
            works: z.enum(["yes", "here", "no"]),
            /** Why not, as a sentence. */
            message: z.string().nullable(),
          }),
        ),
        /** Former addresses that are too many to be asked. */
        unasked: z.int().nonnegative(),
      }),
    }),
  }),
  usePublicAddress: owner.put("/api/public-address/use", {
    summary: "Set the base URL of short links. Links with earlier base URLs are still recognized.",
    body: z.object({
      /** Not given: the present one stays, unless it is to be this computer's own. */
      address: text(2000).optional(),
      /** Instead of an address: this computer's own, which nobody else can follow. */
      local: flag.optional(),
      provider: provider.optional(),
      proxies: text(2000).optional(),
      /** A random name of a tunnel. Known ones are marked without being asked. */
      temporary: flag.optional(),
    }),
    response,
  }),
  provePublicAddress: owner.post("/api/public-address/verify", {
    summary: "Verify the public address from outside: its domain, this server and a real link.",
    body: z.object({
      /** Another one, before it is used. Default: the present one. */
      address: text(2000).optional(),
    }),
    response,
  }),
} as const;
