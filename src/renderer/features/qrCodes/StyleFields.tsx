import { Group, Stack, Text } from "@mantine/core";
import { createContext, type ReactNode, useContext, useId } from "react";
import { useTranslation } from "react-i18next";
import {
  type QrEyes,
  qrEyes,
  qrFrames,
  type QrPattern,
  qrPatterns,
} from "../../../contract/resources/qrCodes.ts";
import type { RecordForm } from "../../ui/edit/useRecordForm.ts";
import { ink, paper, type QrValues } from "./qrModel.ts";
import classes from "./Qr.module.css";

type Form = RecordForm<QrValues>;
type Style = Pick<QrValues, "pattern" | "eyes" | "frame" | "foreground" | "background">;

const plain: Style = {
  pattern: "square",
  eyes: "square",
  frame: "",
  foreground: ink,
  background: paper,
};

/** Looks to begin with; each of them scans on paper. */
const presets: readonly Style[] = [
  plain,
  { ...plain, pattern: "dots", eyes: "circle" },
  { ...plain, pattern: "rounded", eyes: "rounded", foreground: "#8A3512" },
  { ...plain, pattern: "columns", eyes: "leaf", foreground: "#1F4D37" },
  { ...plain, pattern: "tiles", eyes: "rounded", foreground: "#1D3557", background: "#FBF6EC" },
  { ...plain, pattern: "rounded", eyes: "circle", frame: "scan" },
];

/** How modules, eyes and frame are drawn, chosen by what they look like. */
export function StyleFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { values } = form;
  return (
    <Stack gap="sm">
      <Choices label={t("qr.presets")}>
        {presets.map((preset, place) => (
          <Choice
            key={JSON.stringify(preset)}
            name={t("qr.preset", { number: place + 1 })}
            isChosen={styleNames.every((name) => values[name] === preset[name])}
            choose={() => {
              for (const name of styleNames) form.set(name, preset[name]);
            }}
          >
            <Sample {...preset} />
          </Choice>
        ))}
      </Choices>
      <Choices label={t("qr.pattern")}>
        {qrPatterns.map((pattern) => (
          <Choice
            key={pattern}
            name={t(`qr.patterns.${pattern}`)}
            isChosen={values.pattern === pattern}
            choose={() => form.set("pattern", pattern)}
          >
            <Modules pattern={pattern} x={3} y={3} count={5} />
          </Choice>
        ))}
      </Choices>
      <Choices label={t("qr.eyes")}>
        {qrEyes.map((eyes) => (
          <Choice
            key={eyes}
            name={t(`qr.eyesAre.${eyes}`)}
            isChosen={values.eyes === eyes}
            choose={() => form.set("eyes", eyes)}
          >
            <Eye eyes={eyes} x={6} y={6} side={14} />
          </Choice>
        ))}
      </Choices>
      <Choices label={t("qr.frame")}>
        {(["", ...qrFrames] as const).map((frame) => (
          <Choice
            key={frame}
            name={t(`qr.frames.${frame === "" ? "none" : frame}`)}
            isChosen={values.frame === frame}
            choose={() => form.set("frame", frame)}
          >
            <Sample {...plain} frame={frame} />
          </Choice>
        ))}
      </Choices>
    </Stack>
  );
}

const styleNames = ["pattern", "eyes", "frame", "foreground", "background"] as const;

/** What the inputs of one choice are called, so that arrows go through them. */
const RadioName = createContext("");

function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <Text id={id} fw={500} mb={4}>
        {label}
      </Text>
      <Group gap={6} role="radiogroup" aria-labelledby={id}>
        <RadioName value={id}>{children}</RadioName>
      </Group>
    </div>
  );
}

function Choice({
  name,
  isChosen,
  choose,
  children,
}: {
  readonly name: string;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label className={classes.style} title={name}>
      <input
        type="radio"
        name={useContext(RadioName)}
        aria-label={name}
        checked={isChosen}
        onChange={choose}
      />
      <svg viewBox="0 0 26 26" aria-hidden="true">
        {children}
      </svg>
    </label>
  );
}

/** A small picture of a look; the real one is drawn by the server. */
function Sample({ pattern, eyes, frame, foreground, background }: Style) {
  const hasWords = frame === "scan" || frame === "scanfa";
  return (
    <g fill={foreground} color={foreground}>
      <rect width={26} height={26} fill={background} />
      {frame !== "" && (
        <rect x={1} y={1} width={24} height={24} rx={3} fill="none" stroke={foreground} />
      )}
      {hasWords && <rect x={1} y={20} width={24} height={5} rx={1} />}
      <g transform={hasWords ? "translate(3.5 1.5) scale(0.73)" : undefined}>
        <Eye eyes={eyes} x={4} y={4} side={7} />
        <Eye eyes={eyes} x={15} y={4} side={7} />
        <Eye eyes={eyes} x={4} y={15} side={7} />
        <Modules pattern={pattern} x={13} y={13} count={3} />
      </g>
    </g>
  );
}

/** Which modules of a sample are dark, row by row. */
const dark = ["11011", "10110", "01101", "11010", "01111"];

function Modules({
  pattern,
  x,
  y,
  count,
}: {
  readonly pattern: QrPattern;
  readonly x: number;
  readonly y: number;
  readonly count: number;
}) {
  const side = count === 3 ? 3 : 4;
  const shape = {
    square: { inset: 0, round: 0 },
    dots: { inset: 0, round: side / 2 },
    rounded: { inset: 0, round: side / 3 },
    tiles: { inset: 0.4, round: 0.6 },
    columns: { inset: 0.5, round: 1.4 },
    rows: { inset: 0.5, round: 1.4 },
  }[pattern];
  return dark.slice(0, count).flatMap((line, row) =>
    line
      .slice(0, count)
      .split("")
      .map((one, column) => {
        const [across, down] = [
          pattern === "rows" ? 0 : shape.inset,
          pattern === "columns" ? 0 : shape.inset,
        ];
        return one === "0" ? null : (
          <rect
            // A sample never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${row} ${column}`}
            x={x + column * side + across}
            y={y + row * side + down}
            width={side - 2 * across}
            height={side - 2 * down}
            rx={shape.round}
          />
        );
      }),
  );
}

function Eye({
  eyes,
  x,
  y,
  side,
}: {
  readonly eyes: QrEyes;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}) {
  const line = side / 7;
  const radius = { square: 0, rounded: side * 0.28, circle: side / 2, leaf: 0 }[eyes];
  const inner = side - 4 * line;
  const leaf = (at: number, size: number) => {
    const round = size * 0.45;
    return `M${x + at + round} ${y + at}h${size - round}v${size - round}a${round} ${round} 0 0 1 ${-round} ${round}h${round - size}v${round - size}a${round} ${round} 0 0 1 ${round} ${-round}z`;
  };
  if (eyes === "leaf")
    return (
      <>
        <path
          d={leaf(line / 2, side - line)}
          fill="none"
          stroke="currentColor"
          strokeWidth={line}
        />
        <path d={leaf(2 * line, inner)} />
      </>
    );
  return (
    <>
      <rect
        x={x + line / 2}
        y={y + line / 2}
        width={side - line}
        height={side - line}
        rx={radius}
        fill="none"
        stroke="currentColor"
        strokeWidth={line}
      />
      <rect
        x={x + 2 * line}
        y={y + 2 * line}
        width={inner}
        height={inner}
        rx={eyes === "circle" ? inner / 2 : radius / 2}
      />
    </>
  );
}
