import { type Form, formIn, unreadForm } from "../../../server/visit/forms/postedForm.ts";
import type { VisitorHeaders } from "../../../server/visit/requestHeaders.ts";
import { readText } from "../readText.ts";

/** Reads `application/x-www-form-urlencoded` of at most `mostBytes`. */
export async function readForm(
  request: Request,
  headers: VisitorHeaders,
  mostBytes: number,
): Promise<Form> {
  const unread = unreadForm(headers, mostBytes);
  if (unread !== null) return unread;
  return formIn(await readText(request, mostBytes));
}
