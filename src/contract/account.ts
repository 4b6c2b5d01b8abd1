import { z } from "zod";
import { done, success } from "./envelope.ts";
import { email, nothing, text, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

export const account = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  avatar: z.url(),
  status: z.enum(["free", "pro"]),
  expires: timestamp,
  registered: timestamp,
});
export type Account = z.output<typeof account>;

const accountResponse = success({ data: account });

export const accountOperations = {
  getAccount: operation({
    method: "GET",
    path: "/api/account",
    scope: "api",
    summary: "Show the account.",
    params: nothing,
    query: nothing,
    body: nothing,
    response: accountResponse,
  }),
  /** interface.md shows this request without an answer; decisions.md: it answers as GET does. */
  postAccount: operation({
    method: "POST",
    path: "/api/account",
    scope: "api",
    summary: "Show the account (the same answer as GET).",
    params: nothing,
    query: nothing,
    body: nothing,
    response: accountResponse,
  }),
  updateAccount: operation({
    method: "PUT",
    path: "/api/account/update",
    scope: "api",
    summary: "Change the account's e-mail address, password or both.",
    params: nothing,
    query: nothing,
    body: z
      .object({
        email: email.optional(),
        password: text(128)
          .min(8, "must be 8 to 128 characters")
          .max(128, "must be 8 to 128 characters")
          .optional(),
      })
      .refine(
        (body) => body.email !== undefined || body.password !== undefined,
        "Give at least one of email and password.",
      ),
    response: done("Account has been successfully updated."),
  }),
} as const;
