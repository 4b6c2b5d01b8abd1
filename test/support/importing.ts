import { type Answer, type ApiAnswer, send, type TestServer } from "./server.ts";

/** How a test brings a file along. */
export interface Importing {
  /** A job that is over: its preview, or what is wrong with the file. */
  preview(content: string | Buffer, query?: Readonly<Record<string, string>>): Promise<ImportJob>;
  again(job: number, choice: object): Promise<ImportJob>;
  apply(job: ImportJob, choice?: object): Promise<ImportJob>;
  upload(content: string | Buffer, query?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  failures(job: number): Promise<Answer>;
}

// Tests say what they expect of it.
// oxlint-disable-next-line typescript/no-explicit-any
export type ImportJob = any;

export function importing(server: TestServer): Importing {
  const authorization = `Bearer ${server.apiKey}`;

  async function over(job: ImportJob): Promise<ImportJob> {
    let last = job;
    while (last.state === "running") {
      last = (await server.api("GET", `/api/jobs/${job.id}`)).body.job;
    }
    return last;
  }

  async function upload(content: string | Buffer, query = {}): Promise<ApiAnswer> {
    const search = new URLSearchParams({ wait: "10", ...query }).toString();
    const answer = await send(server.baseUrl, `/api/import?${search}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/octet-stream" },
      body: content,
    });
    return { ...answer, body: JSON.parse(answer.text) };
  }

  return {
    upload,
    preview: async (content, query) => over((await upload(content, query)).body.job),
    async again(job, choice) {
      const { body } = await server.api("POST", `/api/import/${job}/preview`, {
        wait: 10,
        ...choice,
      });
      return over(body.job);
    },
    async apply({ id, result }, choice = {}) {
      const { body } = await server.api("POST", `/api/import/${id}/apply`, {
        wait: 10,
        token: result.token,
        ...choice,
      });
      return over(body.job);
    },
    failures: (job) =>
      send(server.baseUrl, `/api/import/${job}/failures`, { headers: { authorization } }),
  };
}
