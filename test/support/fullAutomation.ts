import { callTool } from "./assistant.ts";
import type { TestServer } from "./server.ts";

const switches = ["assistants", "extension", "yourls", "shlink", "kutt"];

/** All that may act for its owner, switched on: with a key that was refused, and with what waits for a decision. */
export async function fillAutomation(service: TestServer): Promise<void> {
  const ask = async (method: string, path: string, body: unknown) =>
    (await service.api(method, path, body, service.localKey)).body;
  const on = switches.map((name) => [`automation.${name}`, true]);
  await ask("PUT", "/api/settings", { set: Object.fromEntries(on) });
  const { key: capture } = await ask("POST", "/api/key/add", { name: "Phone", scope: "capture" });
  await service.api("GET", "/api/channels", undefined, capture);
  const { key } = await ask("POST", "/api/key/add", { name: "Helper", scope: "assistant" });
  const [{ id }] = (await service.api("GET", "/api/urls")).body.data.urls;
  await callTool(service, key, "update_links", { ids: [id], title: "New", add_tags: ["sale"] });
  await callTool(service, key, "create_link", {
    destination: `https://example.org/${"long".repeat(30)}`,
    title: "Summer",
    reuse: true,
  });
  await ask("POST", "/api/webhook/add", {
    name: "Shop",
    url: `https://${"hooks".repeat(10)}.example/`,
    on: false,
  });
}
