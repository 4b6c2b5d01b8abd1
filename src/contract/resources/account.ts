import { z } from "zod";
import { done, success } from "../envelope.ts";
import { aliasRule, alias, email, expectOf, text, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";

export const account = z.object({
  id: z.int().describe("ID of the account, always 1"),
  email: z.string().describe("Email address of the account. Defaults to <username>@localhost"),
  username: z
    .string()
    .describe("Username, which is part of the URLs of public link lists. Defaults to owner"),
  avatar: z.url().describe("URL of a generated profile image"),
  status: z.enum(["free", "pro"]).describe("Plan of the account, always pro"),
  expires: timestamp.describe("Time when the API key expires"),
  registered: timestamp,
});
export type Account = z.output<typeof account>;

const accountResponse = success({ data: account });

const passwordFault = "must be 8 to 128 characters";

const changes = {
  email: email.optional().describe("New email address of the account"),
  password: text(128)
    .min(8, passwordFault)
    .max(128, passwordFault)
    .optional()
    .describe("New password of the account. Never returned"),
  /** Ours: the name in the addresses of campaigns' lists, under the rules of an alias. */
  username: alias
    .optional()
    .describe(
      `New username, which is part of the URLs of public link lists. URLs with earlier usernames keep working. ${aliasRule}`,
    ),
};

export const accountOperations = {
  getAccount: api.get("/api/account", {
    summary: "Show the account.",
    response: accountResponse,
  }),
  /** Answers as GET does: docs/api.md, "Account". */
  postAccount: api.post("/api/account", {
    summary: "Show the account. The same as GET.",
    response: accountResponse,
  }),
  updateAccount: api.put("/api/account/update", {
    summary: "Update the account's email address, password or username.",
    body: z
      .object({
        ...changes,
        expect: expectOf({ email: changes.email, username: changes.username }).optional(),
      })
      .refine(
        ({ email: address, password, username }) =>
          [address, password, username].some((field) => field !== undefined),
        "Send at least one of email, password and username.",
      ),
    response: done("Account has been successfully updated."),
  }),
} as const;
