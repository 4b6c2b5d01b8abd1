import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";

test("one link is restored from a backup, and the rest stays", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const waypost = (...line: string[]) => runHere([...line, "--data", server.dataDir]);
  const add = (custom: string) =>
    server.api("POST", "/api/url/add", { url: "https://example.org/", custom });
  await add("spring");
  await add("summer");
  const made = JSON.parse((await waypost("backup", "--json")).stdout) as {
    backup: { name: string };
  };
  const { name } = made.backup;
  for (const id of [1, 2]) await server.api("DELETE", `/api/url/${id}/delete`);

  const preview = await waypost("restore", name, "--only", "links:1", "--preview");
  expect(preview.stdout).toContain("links: 1 restored, 0 changed back, 0 deleted\n  + 1 spring");
  expect(preview.stderr).toContain(`restore ${name} --only links:1`);
  expect(await waypost("restore", name, "--only", "links:1")).toMatchObject({ code: 0 });
  const { body } = await server.api("GET", "/api/urls");
  expect(body.data.urls.map(({ alias }: { alias: string }) => alias)).toEqual(["spring"]);

  expect(await waypost("restore", name, "--only", "link:1")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "only[0] must be a kind, or a kind and IDs such as links:3,9",
    ) as string,
  });
  await server.close();
  expect(await waypost("restore", name, "--only", "link:1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--only must be a kind") as string,
  });
  expect(await waypost("restore", name, "--only", "links:2")).toMatchObject({ code: 0 });
});
