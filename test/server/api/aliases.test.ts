import { expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";

const now = Date.UTC(2026, 5, 1, 12, 0, 0);

const server = serverForAll({ clock: () => now, settings: { timeZone: "Europe/Berlin" } });

async function add(fields: object): Promise<number> {
  const answer = await server.api("POST", "/api/url/add", fields);
  expect(answer.body).toMatchObject({ error: 0 });
  return answer.body.id;
}

async function asked(query: string) {
  return server.api("GET", `/api/alias?${query}`);
}

test("a free alias is said in the form in which it would be kept", async () => {
  const { body } = await asked(`alias=${encodeURIComponent("Fre\u0301e")}`);
  expect(body).toEqual({
    error: 0,
    alias: { alias: "Frée", state: "free", link: null, former: null },
  });
});

test("a taken one names the link that has it, however it is spelled; the link may keep its own", async () => {
  const url = "https://example.com/spring";
  const id = await add({ url, custom: "Spring" });
  expect((await asked("alias=sPRING")).body.alias).toEqual({
    alias: "sPRING",
    state: "taken",
    link: { id, shorturl: `${server.shortBase}/Spring`, longurl: url },
    former: null,
  });
  expect((await asked(`alias=spring&link=${id}`)).body.alias).toMatchObject({
    state: "free",
    link: null,
  });
  const page = await server.api("POST", "/api/bio/add", { name: "Me", custom: "me-page" });
  expect(page.status).toBe(200);
  expect((await asked("alias=Me-Page")).body.alias).toMatchObject({ state: "taken", link: null });
});

test("one that another link had before says where that led, and until when", async () => {
  const url = "https://example.com/first";
  const id = await add({ url, custom: "printed" });
  await server.api("PUT", `/api/url/${id}/update`, { url, custom: "renamed" });
  const former = { id, longurl: url, until: "2026-06-01 14:00:00" };
  expect((await asked("alias=Printed")).body.alias).toMatchObject({ state: "free", former });
  // Its own former name is no surprise to the link itself.
  expect((await asked(`alias=printed&link=${id}`)).body.alias.former).toBeNull();
  await server.api("DELETE", `/api/url/${id}/delete`);
  expect((await asked("alias=renamed")).body.alias.former).toMatchObject({ id, longurl: url });
});

test("what the service keeps for itself is reserved, and what can't be an alias is refused", async () => {
  expect((await asked("alias=API")).body.alias).toMatchObject({ state: "reserved" });
  expect((await asked("alias=ab")).body.faults).toMatchObject([{ field: "alias", code: "short" }]);
  expect((await asked("alias=a%20b")).body.faults).toMatchObject([
    { field: "alias", code: "characters" },
  ]);
  expect((await asked("")).body.faults).toMatchObject([{ field: "alias", code: "missing" }]);
  expect((await asked("alias=good&domain=nobody.example")).body.faults).toMatchObject([
    { field: "domain", code: "unknown" },
  ]);
});

test("the whole list of a link's channels can be sent, and one joins it", async () => {
  const channel = async (name: string): Promise<number> =>
    (await server.api("POST", "/api/channel/add", { name })).body.id;
  const [shop, news, club] = [await channel("Shop"), await channel("News"), await channel("Club")];
  const url = "https://example.com/";
  const id = await add({ url, channels: [shop, news, shop] });
  const channels = async () => (await server.api("GET", `/api/url/${id}`)).body.details.channel;
  expect(await channels()).toEqual([shop, news]);
  const update = (fields: object) => server.api("PUT", `/api/url/${id}/update`, { url, ...fields });
  await update({ channels: [club], channel: news, expect: { channels: [shop, news] } });
  expect(await channels()).toEqual([club, news]);
  expect((await update({ channels: [shop], expect: { channels: [shop] } })).status).toBe(409);
  expect((await update({ channels: [999] })).body.faults).toMatchObject([
    { field: "channels", code: "unknown" },
  ]);
  await update({ channels: [] });
  expect(await channels()).toEqual([]);
});
