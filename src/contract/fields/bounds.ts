/** Lengths are in characters (UTF-16 units), as docs/api.md, "Lengths", has them. */
export const bounds = {
  address: 8192,
  alias: 100,
  shortestAlias: 3,
  email: 254,
  entries: 100,
  listLimit: 1000,
  /** Of an object that may have any. */
  keys: 500,
  linkPassword: 128,
  /** Of a picture that is sent as a `data:` address: less than 300 kB. */
  ownPicture: 400_000,
  parameterName: 200,
  parameterValue: 2000,
  search: 200,
  source: 500,
  tag: 50,
  tags: 20,
  text: 2000,
  title: 200,
} as const;

/** Characters that each field of a contact form takes. */
export const longestAnswer = { name: 200, email: bounds.email, phone: 40, message: 2000 } as const;
