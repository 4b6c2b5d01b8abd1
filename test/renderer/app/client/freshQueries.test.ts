import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { FreshQueries } from "../../../../src/renderer/app/client/freshQueries.ts";

test("what is asked for the first time while something changes is asked again", async () => {
  const queries = new FreshQueries();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    return answers[asked - 1]?.promise ?? "asked too often";
  };
  const list = new QueryObserver(queries, { queryKey: ["links"], queryFn });
  const leave = list.subscribe(() => undefined);
  const waiting = queries.fetchQuery({ queryKey: ["links"], queryFn });

  const refreshed = queries.invalidateQueries({ queryKey: ["links"] });
  answers[0]?.resolve("before");
  answers[1]?.resolve("after");
  await refreshed;
  expect([list.getCurrentResult().data, await waiting, asked]).toEqual(["after", "after", 2]);

  await queries.invalidateQueries({ queryKey: ["channels"] });
  expect(asked).toBe(2);
  leave();
  queries.clear();
});

test("the answer to a change stands against a reading that began before it", async () => {
  const queries = new FreshQueries();
  const reading = Promise.withResolvers<string>();
  const queryKey = ["settings"];
  queries.setQueryData(queryKey, "at first");
  const settings = new QueryObserver(queries, { queryKey, queryFn: () => reading.promise });
  const leave = settings.subscribe(() => undefined);
  expect(settings.getCurrentResult().isFetching).toBe(true);

  await queries.keep(queryKey, "changed");
  reading.resolve("at first");
  await reading.promise;
  expect(settings.getCurrentResult()).toMatchObject({ data: "changed", isFetching: false });
  leave();
  queries.clear();
});

test("what is asked for and shown nowhere is left to come", async () => {
  const queries = new FreshQueries();
  const answer = Promise.withResolvers<string>();
  const waiting = queries.fetchQuery({ queryKey: ["links"], queryFn: () => answer.promise });
  await queries.invalidateQueries();
  answer.resolve("there");
  expect(await waiting).toBe("there");
  queries.clear();
});
