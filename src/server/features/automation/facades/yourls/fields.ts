import { HttpFailure } from "../../../../api/failures.ts";
import { nextTurn } from "../../../../common/paging.ts";
import { comesMore } from "../../../../../util/comesMore.ts";
import type { FacadeRequest } from "../facade.ts";

/** A field that was sent; empty: it wasn't. */
export type Sent = (name: string) => string;

/** Bytes of a form. Its key is in it, so that strangers have theirs read, too. */
const longestForm = 16_384;
/** YOURLS has half as many. */
const mostFields = 32;

const tooLarge = (text: string) => new HttpFailure(413, "tooLarge", text);

/** Null: it isn't a form, or can't be read. */
async function formOf(
  { readForm, method }: FacadeRequest,
  type: string,
): Promise<FormData | URLSearchParams | null> {
  const [, kind = ""] =
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.exec(type) ?? [];
  if (kind === "" || method !== "POST") return null;
  const body = await readForm(longestForm);
  if (body.length === 0) return null;
  const isMultipart = kind.toLowerCase() === "multipart/form-data";
  const mark = isMultipart ? "\n--" : "&";
  if (comesMore(body, mark, mostFields)) throw tooLarge("The form has too many fields.");
  if (!isMultipart) return new URLSearchParams(body.toString());
  // Of forms that arrive together, each is read on its own.
  await nextTurn();
  const sent = new Response(new Uint8Array(body), { headers: { "Content-Type": type } });
  return await sent.formData().catch(() => null);
}

/** `_REQUEST`: the body comes before the query. */
export async function fieldsOf(request: FacadeRequest): Promise<Sent> {
  const { query, headers } = request;
  const form = await formOf(request, headers["content-type"] ?? "");
  return (name) => {
    const value = form?.get(name);
    return typeof value === "string" ? value : (query.get(name) ?? "");
  };
}
