import { expect, test, vi } from "vitest";
import { foldAlias } from "../../../../src/server/store/tables/foldAlias.ts";
import { serverForAll } from "../../../support/testServer.ts";
import { asking } from "../../api/changes/everything.ts";

vi.mock("../../../../src/server/store/tables/foldAlias.ts", { spy: true });

const server = serverForAll();
const { ask, newest, undo } = asking(() => server);

test("the last 100 former usernames work in addresses of lists, and a visit doesn't go through them", async () => {
  const { id } = await ask("POST", "/api/campaign/add", { name: "Spring", public: true });
  const statusOf = async (name: string) => (await server.visit(`/u/${name}/list-${id}`)).status;
  const rename = (username: string) => ask("PUT", "/api/account/update", { username });

  await rename("name-0");
  await rename("name-1");
  const second = await newest();
  for (let number = 2; number <= 100; number += 1) await rename(`name-${number}`);
  expect([await statusOf("owner"), await statusOf("name-0")]).toEqual([404, 200]);

  vi.mocked(foldAlias).mockClear();
  expect([await statusOf("nobody"), await statusOf("NAME-99")]).toEqual([404, 200]);
  expect(vi.mocked(foldAlias).mock.calls.length).toBeLessThan(20);

  await rename("name-101");
  expect([await statusOf("name-0"), await statusOf("name-1")]).toEqual([404, 200]);
  await undo(second, { force: true });
  expect((await ask("GET", "/api/account")).data.username).toBe("name-0");
  const names = ["name-0", "name-1", "name-2", "name-101"];
  expect(await Promise.all(names.map(statusOf))).toEqual([200, 404, 200, 200]);
});
