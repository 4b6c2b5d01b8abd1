import type { App } from "../../src/server/common/context.ts";

type Function = (...given: never[]) => unknown;

/** What a test has of an app: of each service as much as is asked of it. */
type Parts = {
  readonly [Name in keyof App]?: App[Name] extends Function ? App[Name] : Partial<App[Name]>;
};

/** The app of a test that creates a single service by hand. */
export function testApp(parts: Parts): App {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as App;
}
