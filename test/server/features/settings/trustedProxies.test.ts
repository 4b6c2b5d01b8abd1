import { expect, test } from "vitest";
import { readProxies } from "../../../../src/server/features/settings/trustedProxies.ts";

test.each(["10.0.0.256", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/", "proxy.example"])(
  "%j is no proxy",
  (entry) => expect(readProxies(entry)).toBeNull(),
);
