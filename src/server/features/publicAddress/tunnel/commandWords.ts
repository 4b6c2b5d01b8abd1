/** A line taken apart into words, without a shell: quotes of either kind keep words together, nothing else means anything. */
export function wordsOf(line: string): readonly string[] | null {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== "") {
    const [whole = "", ...parts] = /^(?:"[^"]*"|'[^']*'|[^\s"'])+/.exec(rest) ?? [];
    if (whole === "" || parts.length > 0) return null;
    words.push(
      whole.replaceAll(
        /"([^"]*)"|'([^']*)'/g,
        (_all, one?: string, other?: string) => one ?? other ?? "",
      ),
    );
    rest = rest.slice(whole.length);
    if (rest !== "" && !/^\s/.test(rest)) return null;
    rest = rest.trim();
  }
  return words;
}
