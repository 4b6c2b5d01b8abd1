import { expect, test } from "vitest";
import { importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";

const server = serverForEach({ freeMemory: () => 1_200_000 });

const note = "A note. ".repeat(100);

async function fill(): Promise<number> {
  for (let count = 0; ; count += 1) {
    const body = { url: "https://example.org/", custom: `link-${count}`, description: note };
    const answer = await server.api("POST", "/api/url/add", body);
    if (answer.status === 200) continue;
    expect(answer).toMatchObject({
      status: 507,
      body: { code: "dataFull", message: expect.stringContaining("Delete links") as string },
    });
    return count;
  }
}

const total = async () => (await server.api("GET", "/api/urls")).body.data.result;

test("a link that makes the document larger than a start can take is refused with 507", async () => {
  const count = await fill();
  expect(await total()).toBe(count);
  expect((await server.visit("/link-0")).status).toBe(302);
  const { body } = await server.api("GET", "/api/urls?q=link-0");
  expect((await server.api("DELETE", `/api/url/${body.data.urls[0].id}/delete`)).status).toBe(200);
  const again = { url: "https://example.org/", custom: "again" };
  expect((await server.api("POST", "/api/url/add", again)).status).toBe(200);
});

test("imports and bulk changes of a full document end with the reason and can be undone", async () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => `row-${row},https://example.org/,${note}`);
  const imports = importing(server);
  const preview = await imports.preview(["alias,url,description", ...rows].join("\n"));
  const job = await imports.apply(preview);
  expect(job).toMatchObject({
    state: "failed",
    problem: "dataFull",
    message: expect.stringMatching(/data has reached its maximum size.*undo \d+/i) as string,
  });
  expect(await total()).toBe(job.result.imported);
  const fields = { description: note + note, metadescription: note + note };
  const change = { kind: "links", select: { all: true }, change: fields };
  const looked = await server.api("POST", "/api/bulk", { ...change, preview: true });
  const { token } = looked.body.preview;
  const bulk = await server.api("POST", "/api/bulk", { ...change, token, wait: 10 });
  expect(bulk).toMatchObject({ body: { job: { state: "failed", problem: "dataFull" } } });
  const undone = await server.api("POST", `/api/changes/${job.change}/undo`, {
    ifUnchanged: true,
    wait: 10,
  });
  expect(undone).toMatchObject({ status: 200 });
  expect(await total()).toBe(0);
});
