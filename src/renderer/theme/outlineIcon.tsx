import type { ComponentType, SVGProps } from "react";

interface IconProps extends Omit<SVGProps<SVGSVGElement>, "ref" | "stroke"> {
  /** Pixels. */
  readonly size?: number;
  /** Width of its lines in a square of 24. */
  readonly stroke?: number;
}

export type OutlineIcon = ComponentType<IconProps>;

/** An icon of lines, from the `d` of each of its paths in a square of 24. */
export function outlineIcon(paths: readonly string[]): OutlineIcon {
  return function Outline({ size = 24, stroke = 2, ...others }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...others}
      >
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    );
  };
}
