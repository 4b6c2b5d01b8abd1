/** Colors that read well as a mark beside a name, by what people call them. Tags have these unless their owner chooses another. */
export const markColors = {
  rose: "#B86177",
  blue: "#4584C2",
  ochre: "#A4771C",
  green: "#47935A",
  violet: "#8B6FBA",
  teal: "#009595",
} as const;
