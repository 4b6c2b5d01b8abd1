import { Server } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished, vi } from "vitest";

/** New connections of the test come from this address; answers what ends it. */
export function comeFrom(peer: string): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its server
  const emit = Server.prototype.emit;
  const spy = vi.spyOn(Server.prototype, "emit").mockImplementation(function (
    this: Server,
    event: string | symbol,
    ...facts: unknown[]
  ) {
    if (event === "connection") {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as that event has it
      Object.defineProperty(facts[0] as Socket, "remoteAddress", { value: peer });
    }
    return Reflect.apply(emit, this, [event, ...facts]);
  });
  const end = () => spy.mockRestore();
  onTestFinished(end);
  return end;
}

/** Requests with a loopback `Host` that no program on this computer sent. */
export const notFromHere: readonly (readonly [
  how: string,
  headers: Readonly<Record<string, string>>,
  peer: string,
])[] = [
  ["in the network", {}, "192.168.1.7"],
  ["in the network, mapped to IPv6", {}, "::ffff:192.168.1.7"],
  ["in the network by IPv6", {}, "fd00::7"],
  ["through a proxy", { "x-forwarded-for": "203.0.113.7" }, "127.0.0.1"],
  ["through a proxy by the standard", { forwarded: "for=203.0.113.7" }, "::1"],
  ["through a proxy that names itself", { via: "1.1 proxy" }, "::ffff:127.0.0.1"],
  ["through a proxy that names a host", { "x-forwarded-host": "go.example.com" }, "127.0.0.1"],
  ["through Cloudflare", { "cf-connecting-ip": "203.0.113.7" }, "127.0.0.1"],
  ["through nginx", { "x-real-ip": "203.0.113.7" }, "127.0.0.1"],
  ["through Fly", { "fly-client-ip": "203.0.113.7" }, "127.0.0.1"],
  ["through Fastly", { "fastly-client-ip": "203.0.113.7" }, "127.0.0.1"],
  ["through Azure", { "x-azure-clientip": "203.0.113.7" }, "127.0.0.1"],
  ["through Envoy", { "x-envoy-external-address": "203.0.113.7" }, "127.0.0.1"],
  ["through a network of caches", { "cdn-loop": "fastly" }, "127.0.0.1"],
  ["through Amazon", { "x-amzn-trace-id": "Root=1-67891233" }, "127.0.0.1"],
];
