import { answer, type ContractRow, says, type Wire } from "./row.ts";

const account: Wire = {
  keys: {
    id: "integer",
    email: "string",
    username: "string",
    avatar: "address",
    status: "string",
    expires: "timestamp",
    registered: "timestamp",
  },
};

export const accountRows: readonly ContractRow[] = [
  { method: "GET", path: "/api/account", answers: [answer({ data: account })] },
  {
    method: "PUT",
    path: "/api/account/update",
    body: {
      required: {},
      optional: { email: "email", password: "password" },
      additive: { username: "alias", expect: "expected" },
    },
    answers: [says("Account has been successfully updated.")],
  },
  // Shown without a body and without an answer; it answers as GET does (docs/contract.md,
  // "Account").
  { method: "POST", path: "/api/account", answers: [answer({ data: account })] },
];
