import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** Whoever follows a pointer finds what it names: documents, their sections, files, folders. */

const root = resolve(import.meta.dirname, "../..");
const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

function filesIn(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => fromRoot(join(entry.parentPath, entry.name)))
      // A package of the tests' own has its own documents.
      .filter((path) => !path.includes("/node_modules/")),
  );
}

function fromRoot(path: string): string {
  return relative(root, path).replaceAll("\\", "/");
}

const isText = /\.(ts|tsx|mjs|css|html|json|md)$/;
const readers = [...filesIn("src", "test", "scripts", "docs", "examples"), ...pages].filter(
  (file) => isText.test(file),
);

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Comments as running text: a pointer may begin on one line and end on the next. */
const running = (text: string) => text.replaceAll(/\s+(?:(?:\*|\/\/)\s+)?/g, " ");

function headings(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
}

interface Pointer {
  readonly from: string;
  readonly document: string;
  readonly section: string | undefined;
}

const pointers = readers.flatMap((from): Pointer[] =>
  [...running(textOf(from)).matchAll(/([\w./-]*[\w-]\.md)\b(?:, "([^"]+)")?/g)].map(
    ([, document = "", section]) => ({ from, document, section }),
  ),
);

/** Beside whoever names it, or from the top of the project. */
function found({ from, document }: Pointer): string | undefined {
  const places = [join(dirname(from), document), document];
  return places.find((place) => existsSync(join(root, place)));
}

test("every document that is named is there", () => {
  expect(pointers.length).toBeGreaterThan(40);
  expect(pointers.filter((pointer) => found(pointer) === undefined)).toEqual([]);
});

test("every section that is named beside a document is one of its headings", () => {
  const named = pointers.filter(({ section }) => section !== undefined);
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter((pointer) => {
    const document = found(pointer);
    return document !== undefined && !headings(document).includes(pointer.section ?? "");
  });
  expect(missing).toEqual([]);
});

test("no heading of a document stands there twice", () => {
  for (const document of filesIn("docs")) {
    expect(headings(document)).toEqual([...new Set(headings(document))]);
  }
});

test("every file and folder that the documents name is there", () => {
  const named = [...pages.filter((page) => page !== "CHANGELOG.md"), ...filesIn("docs")].flatMap(
    (from) =>
      [...textOf(from).matchAll(/`((?:src|test|scripts|docs|examples)\/[\w./*-]*)`/g)].map(
        ([, path = ""]) => ({ from, path: path.replace(/\*.*$/, "") }),
      ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

/** Paths of a tree that is drawn by two spaces a level, each line's folder first. */
function drawnFolders(text: string): string[] {
  const [, tree = ""] = /```\n(src\/.*?)```/s.exec(text) ?? [];
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", name] = /^( *)([\w-]+)\//.exec(line) ?? [];
    if (name === undefined) return [];
    above.splice(indent.length / 2, Number.POSITIVE_INFINITY, name);
    return [above.join("/")];
  });
}

test("the tree that is drawn is the one that is there", () => {
  const folders = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => fromRoot(join(entry.parentPath, entry.name)));
  const drawn = drawnFolders(textOf("ARCHITECTURE.md"));
  expect(drawn.toSorted()).toEqual(["src", ...folders].toSorted());
});
