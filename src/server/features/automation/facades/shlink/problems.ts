import type { ProblemCode } from "../../../../../contract/envelope.ts";
import { type FacadeAnswer, jsonAnswer, Refused } from "../facade.ts";

/** A problem as Shlink answers it, RFC 7807. */
export function problem(
  status: number,
  type: string,
  title: string,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): FacadeAnswer {
  const body = { title, type: `https://shlink.io/api/error/${type}`, detail, status, ...more };
  return jsonAnswer(status, body, "application/problem+json");
}

export const invalidData = (elements: readonly string[]) =>
  problem(400, "invalid-data", "Invalid data", "Provided data is not valid", {
    invalidElements: elements,
  });

function refused(code: ProblemCode, answer: FacadeAnswer): Refused {
  return new Refused(code, answer);
}

export const invalid = (...elements: readonly string[]) =>
  refused("invalid", invalidData(elements));

export function noShortUrl(shortCode: string, domain: string | null): Refused {
  const suffix = domain === null ? "" : ` for domain "${domain}"`;
  return refused(
    "gone",
    problem(
      404,
      "short-url-not-found",
      "Short URL not found",
      `No URL found with short code "${shortCode}"${suffix}`,
      { shortCode, ...(domain !== null && { domain }) },
    ),
  );
}

export function slugInUse(customSlug: string, domain: string | null): Refused {
  const suffix = domain === null ? "" : ` for domain "${domain}"`;
  return refused(
    "taken",
    problem(
      400,
      "non-unique-slug",
      "Invalid custom slug",
      `Provided slug "${customSlug}" is already in use${suffix}.`,
      { customSlug, ...(domain !== null && { domain }) },
    ),
  );
}

export const noTag = (tag: string) =>
  refused(
    "gone",
    problem(404, "tag-not-found", "Tag not found", `Tag with name "${tag}" could not be found`, {
      tag,
    }),
  );

export const tagConflict = (oldName: string, newName: string) =>
  refused(
    "taken",
    problem(
      409,
      "tag-conflict",
      "Tag conflict",
      `You cannot rename tag ${oldName} to ${newName}, because it already exists`,
      { oldName, newName },
    ),
  );

export const noDomain = (authority: string) =>
  refused(
    "gone",
    problem(
      404,
      "domain-not-found",
      "Domain not found",
      `Domain with authority "${authority}" could not be found`,
      { authority },
    ),
  );

export const noRoute = (method: string, url: string) =>
  refused("address", problem(404, "not-found", "Not Found", `Cannot ${method} ${url}!`));
