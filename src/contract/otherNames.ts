/** What callers of like services write, and the field that they mean. */
export const otherNames: Readonly<Record<string, string>> = {
  alias: "custom",
  backhalf: "custom",
  keyword: "custom",
  slashtag: "custom",
  title: "name",
  longurl: "url",
  long_url: "url",
  destination: "url",
  target: "url",
  note: "description",
  notes: "description",
  expires: "expiry",
  pass: "password",
  colour: "color",
};
