import { expect, test } from "vitest";
import { tunnelOperations, tunnelWays } from "../../../../src/contract/server/tunnels.ts";
import {
  bodyOfWay,
  fieldsOfWay,
  valuesOf,
} from "../../../../src/renderer/features/publicAddress/wayFields.ts";

const nothing = {
  settings: {
    host: null,
    user: null,
    port: null,
    remotePort: null,
    bindAddress: null,
    keyFile: null,
    command: null,
    pattern: null,
    address: null,
  },
};

test("what is sent for a way is its own, filled in, with digits and addresses as they are meant", () => {
  const values = {
    ...valuesOf(nothing),
    host: " your.server.example ",
    port: "۲۲۲۲",
    address: "go.example.org",
    token: "of another way",
  };
  expect(bodyOfWay("ssh", values)).toEqual({
    way: "ssh",
    host: "your.server.example",
    port: "2222",
    remotePort: "4081",
    address: "https://go.example.org",
  });
  expect(bodyOfWay("cloudflared-quick", values)).toEqual({ way: "cloudflared-quick" });
});

test("the contract takes what is sent for each way", () => {
  const values = {
    ...valuesOf(nothing),
    host: "your.server.example",
    user: "tunnel",
    keyFile: "/home/me/key",
    bindAddress: "*",
    token: "eyJhIjoi",
    command: "bore local {port}",
    pattern: String.raw`https://\S+`,
    address: "https://go.example.org",
  };
  for (const way of tunnelWays) {
    const body = bodyOfWay(way, values);
    const { fields, more } = fieldsOfWay[way];
    expect(Object.keys(body)).toEqual(["way", ...fields, ...more]);
    expect(tunnelOperations.setTunnel.body.safeParse(body).error).toBeUndefined();
  }
});

test("a form begins with what was set, but for the token", () => {
  const { settings } = nothing;
  expect(
    valuesOf({ settings: { ...settings, host: "a.example", port: 443, remotePort: 80 } }),
  ).toMatchObject({ host: "a.example", port: "443", remotePort: "80", token: "" });
});
