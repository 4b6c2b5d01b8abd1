import type { Page } from "./page.ts";

/** The pages that say one thing. None of them shows anything of a link. */
export const notFoundPage: Page = {
  status: 404,
  title: "There is nothing at this address",
  text: "The link may have been mistyped, or it is no longer there.",
};

export const expiredPage: Page = {
  status: 410,
  title: "This link has expired",
  text: "Whoever gave it to you may have a newer one.",
};

export const protectedPage: Page = {
  status: 401,
  title: "This link is protected",
  text: "It opens with a password only.",
};

export const welcomePage: Page = {
  status: 200,
  title: "Short links live here",
  text: "Follow the whole link that you were given to get to its page.",
};

export const wrongMethodPage: Page = {
  status: 405,
  title: "Links can only be opened",
  text: "This address takes GET and HEAD requests.",
  headers: { Allow: "GET, HEAD" },
};
