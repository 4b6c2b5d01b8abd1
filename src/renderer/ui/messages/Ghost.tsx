import type { ReactNode } from "react";
import { useLocation } from "react-router";

const [faint, clay] = ["var(--line)", "var(--accent)"];

/** A link of the list: its picture, its title, its alias in clay, and its trail. */
function row(y: number): ReactNode {
  return (
    <g key={y} opacity={1 - y / 130}>
      <rect x="8" y={y} width="24" height="24" rx="6" fill={faint} />
      <rect x="42" y={y + 3} width="84" height="7" rx="3.5" fill={faint} />
      <rect x="42" y={y + 15} width="30" height="6" rx="3" fill={clay} opacity="0.55" />
      <path
        d={`M158 ${y + 18}c12-2 14-8 24-6s12-10 22-8 12-2 20-3`}
        fill="none"
        stroke={clay}
        strokeWidth="1.75"
        strokeLinecap="round"
        opacity="0.55"
      />
    </g>
  );
}

/** What a screen looks like once there is something on it, in a few lines. */
const ghosts = {
  rows: [8, 42, 76].map(row),
  chart: (
    <>
      <path
        d="M12 92c24-4 34-22 58-18s34-34 62-30 34-20 56-22 26-6 40-8v84z"
        fill={clay}
        opacity="0.1"
      />
      <path
        d="M12 92c24-4 34-22 58-18s34-34 62-30 34-20 56-22 26-6 40-8"
        fill="none"
        stroke={clay}
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.6"
      />
      <circle cx="228" cy="14" r="4" fill={clay} />
    </>
  ),
  codes: [24, 90, 156].map((x, place) => (
    <g key={x} opacity={1 - place * 0.25}>
      <rect x={x} y="20" width="60" height="68" rx="8" fill="none" stroke={faint} strokeWidth="2" />
      {[
        [10, 30],
        [34, 30],
        [10, 54],
      ].map(([left = 0, top = 0]) => (
        <rect
          key={`${left}-${top}`}
          x={x + left}
          y={top}
          width="16"
          height="16"
          rx="4"
          fill="none"
          stroke={clay}
          strokeWidth="3"
          opacity="0.55"
        />
      ))}
      <rect x={x + 38} y="58" width="8" height="8" rx="2" fill={faint} />
    </g>
  )),
  page: (
    <>
      <rect
        x="88"
        y="4"
        width="64"
        height="102"
        rx="12"
        fill="none"
        stroke={faint}
        strokeWidth="2"
      />
      <circle cx="120" cy="26" r="10" fill={clay} opacity="0.55" />
      {[46, 64, 82].map((y) => (
        <rect key={y} x="98" y={y} width="44" height="12" rx="6" fill={faint} />
      ))}
    </>
  ),
  messages: [10, 58].map((y, place) => (
    <g key={y} transform={`translate(${place * 44} 0)`}>
      <rect
        x="28"
        y={y}
        width="140"
        height="38"
        rx="12"
        fill="none"
        stroke={faint}
        strokeWidth="2"
      />
      <circle cx="46" cy={y + 19} r="7" fill={clay} opacity={place === 0 ? 0.6 : 0.3} />
      <rect x="62" y={y + 10} width="60" height="6" rx="3" fill={faint} />
      <rect x="62" y={y + 22} width="88" height="6" rx="3" fill={faint} />
    </g>
  )),
} as const;

/** By the first part of a screen's address; every other screen is a list. */
const ghostOf: Readonly<Record<string, keyof typeof ghosts>> = {
  statistics: "chart",
  qr: "codes",
  bio: "page",
  pages: "page",
  splash: "page",
  overlays: "page",
  inbox: "messages",
};

/** The screen as it will be, where there is nothing on it yet. */
export function Ghost() {
  const { pathname } = useLocation();
  const [, screen = ""] = pathname.split("/");
  return (
    <svg
      viewBox="0 0 240 110"
      width="240"
      height="110"
      className="mirrored"
      aria-hidden="true"
      focusable="false"
    >
      {ghosts[ghostOf[screen] ?? "rows"]}
    </svg>
  );
}
