import type { EdgeStep } from "../../contract/server/edge.ts";

/** The steps of a setup or a removal, as they read once they're done. */
export const doneSteps: Readonly<Record<EdgeStep, string>> = {
  token: "Checked the token.",
  account: "Found the account.",
  server: "Connected to the server.",
  database: "Set up the database.",
  worker: "Uploaded the Worker.",
  address: "Got an address.",
  domains: "Connected your domains.",
  route: "Changed the routes of your domains.",
  adopt: "Connected the copy to this Waypost.",
  push: "Uploaded your links.",
  verify: "Verified that the copy answers and a real link redirects.",
  pull: "Downloaded clicks and messages.",
  wipe: "Deleted the copy's data.",
  delete: "Deleted the Worker and the database.",
};
