// Makes a short link, then lists all of them. Plain Node 20 or newer, nothing to install:
//
//   WAYPOST_URL=http://127.0.0.1:4080 WAYPOST_KEY=… node examples/list-links.mjs [links a page]
import { setTimeout as wait } from "node:timers/promises";

const base = (process.env.WAYPOST_URL ?? "http://127.0.0.1:4080").replace(/\/+$/, "");
const key = process.env.WAYPOST_KEY ?? "";
const perPage = Number(process.argv[2] ?? 100);

/** The service answered, and said no. */
class Refused extends Error {
  constructor(status, { error, message }) {
    super(`${message} (HTTP ${status}, error ${error})`);
    this.status = status;
  }
}

async function call(method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  // Past the rate limit the service says after how many seconds it will listen again.
  if (response.status === 429) {
    const seconds = Number(response.headers.get("Retry-After") ?? 60);
    console.error(`Too many requests; going on in ${seconds} s.`);
    await wait(seconds * 1000);
    return call(method, path, body);
  }
  const answer = await response.json();
  // `error` is 0 for a single resource, "0" for a list, 1 for a failure.
  if (!response.ok || Number(answer.error) !== 0) throw new Refused(response.status, answer);
  return answer;
}

async function* allLinks() {
  for (let page = 1; ;) {
    const { data } = await call("GET", `/api/urls?limit=${perPage}&page=${page}`);
    yield* data.urls;
    // On the last page `nextpage` stays at `maxpage`.
    if (data.currentpage >= data.maxpage) return;
    page = data.nextpage;
  }
}

try {
  const made = await call("POST", "/api/url/add", {
    url: "https://example.com/",
    custom: "hello-waypost",
  });
  console.error(`Made ${made.shorturl}`);
} catch (error) {
  // 409: an earlier run has made it.
  if (!(error instanceof Refused) || error.status !== 409) throw error;
  console.error(error.message);
}

let count = 0;
for await (const { shorturl, longurl, clicks } of allLinks()) {
  console.log(`${shorturl}\t${clicks}\t${longurl}`);
  count += 1;
}
console.error(`Links: ${count}`);
