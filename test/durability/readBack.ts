import type { ServiceProcess } from "../support/serviceProcess.ts";

export interface StoredLink {
  readonly id: number;
  readonly alias: string;
  readonly longurl: string;
  readonly clicks: number;
}

/** Every link that the service has, page by page, as a script would read them. */
export async function storedLinks(service: ServiceProcess): Promise<StoredLink[]> {
  const links: StoredLink[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await service.api("GET", `/api/urls?archived=all&limit=1000&page=${page}`);
    const { data } = (await answer.json()) as { data: { urls: StoredLink[]; maxpage: number } };
    links.push(...data.urls);
    if (page >= data.maxpage) return links;
  }
}
