const header = "Short link,Destination URL,Clicks,Created at,Link ID,Tags,Archived\n";
const day = 86_400_000;
const begins = Date.UTC(2020, 0, 1);

/** A table of so many links in pieces, as another product writes it; the same each time. */
export async function* largeTable(rows: number): AsyncGenerator<Buffer> {
  let piece = header;
  for (let at = 0; at < rows; at += 1) {
    const made = new Date(begins + (at % 2000) * day).toISOString();
    piece +=
      `https://go.example.org/large-${at},"https://shop.example.org/page/${at}?campaign=spring,${at % 7}",` +
      `"${(at % 90_000).toLocaleString("en")}",${made},large_${at},"tag ${at % 20},spring",${at % 10 === 0}\n`;
    if (piece.length > 65_536) {
      yield Buffer.from(piece);
      piece = "";
    }
  }
  yield Buffer.from(piece);
}
