import type { BioTheme } from "../../../contract/fields/shownFields.ts";
import { css } from "./markup/css.ts";
import type { Palette } from "./markup/look.ts";

const night = css`
  color-scheme: dark;
  --paper: #14120f;
  --sheet: #201d18;
  --wash: #2a2620;
  --ink: #f1e9da;
  --soft: #b3a994;
  --line: #3a342b;
  --line-strong: #857a69;
  --accent: #f0b455;
  --on-accent: #1d1405;
`;

/** `paper` is what all pages have, with the owner's color. */
export const bioPalettes: Readonly<Record<BioTheme, Palette | null>> = {
  paper: null,
  clay: {
    light: css`
      --paper: #b8481a;
      --sheet: #fff8f0;
      --wash: #fbe6d6;
      --ink: #fff8f0;
      --on-sheet: #2a160c;
      --soft: #fff3e8;
      --line: #fff8f0;
      --line-strong: #f6cdb4;
      --accent: #b8481a;
      --arm: #f6cdb4;
      --on-accent: #fff8f0;
    `,
    dark: css`
      --paper: #7e2f0f;
      --sheet: #26160e;
      --wash: #382115;
      --ink: #fbeee4;
      --on-sheet: #fbeee4;
      --soft: #ffe6d6;
      --line: #26160e;
      --line-strong: #d08a66;
      --accent: #f29462;
      --on-accent: #2a1206;
    `,
  },
  moss: {
    light: css`
      --paper: #e4ece1;
      --sheet: #fbfdf9;
      --wash: #dbe5d7;
      --ink: #1b241c;
      --soft: #4b5b4d;
      --line: #cfdccb;
      --line-strong: #788a77;
      --accent: #2f6b46;
      --on-accent: #fbfdf9;
    `,
    dark: css`
      --paper: #101912;
      --sheet: #18231a;
      --wash: #213024;
      --ink: #e6efe5;
      --soft: #a4b5a5;
      --line: #2a392d;
      --line-strong: #6d806f;
      --accent: #86c79d;
      --on-accent: #0c1a10;
    `,
  },
  sea: {
    light: css`
      --paper: #e2ebf2;
      --sheet: #fafcfe;
      --wash: #d7e3ec;
      --ink: #16212b;
      --soft: #475867;
      --line: #ccdae5;
      --line-strong: #728699;
      --accent: #1f5d8a;
      --on-accent: #fafcfe;
    `,
    dark: css`
      --paper: #0d161e;
      --sheet: #15212b;
      --wash: #1d2d3a;
      --ink: #e2ecf4;
      --soft: #9fb2c2;
      --line: #263745;
      --line-strong: #667c8f;
      --accent: #82bbe6;
      --on-accent: #08151f;
    `,
  },
  plum: {
    light: css`
      --paper: #f1e6ef;
      --sheet: #fefafd;
      --wash: #e9dae6;
      --ink: #281826;
      --soft: #624d5e;
      --line: #e2cfde;
      --line-strong: #8f7389;
      --accent: #7d2f6c;
      --on-accent: #fefafd;
    `,
    dark: css`
      --paper: #1a0f18;
      --sheet: #261823;
      --wash: #352331;
      --ink: #f3e5f0;
      --soft: #b9a1b3;
      --line: #3d2a39;
      --line-strong: #876d81;
      --accent: #e09bd0;
      --on-accent: #230b1e;
    `,
  },
  night: { light: night, dark: night },
};
