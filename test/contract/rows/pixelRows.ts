import { answer, type ContractRow, paged, pageOf, says, type Wire } from "./row.ts";

/**
 * docs/contract.md, "Pixels", in the service's order; and the names that real clients send for
 * them.
 */
export const pixelTypes = {
  tagmanagerpixel: "gtmpixel",
  analyticspixel: "gapixel",
  socialnetpixel: "fbpixel",
  adsplatformpixel: "adwordspixel",
  professionalnetpixel: "linkedinpixel",
  microblogpixel: "twitterpixel",
  retargetingpixel: "adrollpixel",
  qapixel: "quorapixel",
  imageboardpixel: "pinterest",
  searchenginepixel: "bing",
  messagingpixel: "snapchat",
  forumpixel: "reddit",
  shortvideopixel: "tiktok",
} as const;

const type: Wire = { oneOf: Object.keys(pixelTypes).map((name) => ({ exactly: name })) };

const pixel: Wire = {
  keys: { id: "integer", type, name: "string", tag: "string", date: "timestamp" },
  additive: { links: "count" },
};

export const pixelRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/pixels",
    query: [...paged, "type", "unused", "order", "direction"],
    answers: [pageOf("pixels", pixel)],
  },
  {
    method: "POST",
    path: "/api/pixel/add",
    body: { required: { type: "word", name: "name", tag: "word" }, optional: {} },
    answers: [answer({ id: "integer" })],
  },
  {
    method: "PUT",
    path: "/api/pixel/:id/update",
    body: {
      required: { tag: "word" },
      optional: { name: "name" },
      additive: { expect: "expected" },
    },
    answers: [says("Pixel has been updated successfully.")],
  },
  {
    method: "DELETE",
    path: "/api/pixel/:id/delete",
    answers: [says("Pixel has been deleted successfully.", { links: "count" })],
  },
];
