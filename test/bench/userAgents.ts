/** 200 user agents as browsers send them: 120 of desktops, 80 of phones and tablets. */

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

const desktops = [
  "Windows NT 10.0; Win64; x64",
  "Macintosh; Intel Mac OS X 10_15_7",
  "X11; Linux x86_64",
] as const;

const chromes = range(119, 20).flatMap((version) =>
  desktops.map(
    (system) =>
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  ),
);

const edges = range(119, 20).map(
  (version) =>
    `Mozilla/5.0 (${desktops[0]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36 Edg/${version}.0.0.0`,
);

const firefoxes = range(120, 20).flatMap((version) =>
  ["Windows NT 10.0; Win64; x64", "X11; Linux x86_64"].map(
    (system) => `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  ),
);

const iPhones = range(15, 4).flatMap((version) =>
  range(0, 6).map(
    (minor) =>
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_${minor} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.${minor} Mobile/15E148 Safari/604.1`,
  ),
);

const iPads = range(15, 4).flatMap((version) =>
  range(0, 4).map(
    (minor) =>
      `Mozilla/5.0 (iPad; CPU OS ${version}_${minor} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.${minor} Mobile/15E148 Safari/604.1`,
  ),
);

const androids = range(119, 20).map(
  (version, index) =>
    `Mozilla/5.0 (Linux; Android ${11 + (index % 5)}; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
);

const samsungs = range(9, 20).map(
  (version, index) =>
    `Mozilla/5.0 (Linux; Android ${10 + (index % 5)}; SM-G99${index % 10}B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/${version}.0 Chrome/${79 + version}.0.0.0 Mobile Safari/537.36`,
);

export const userAgents: readonly string[] = [
  ...chromes,
  ...edges,
  ...firefoxes,
  ...iPhones,
  ...iPads,
  ...androids,
  ...samsungs,
];
