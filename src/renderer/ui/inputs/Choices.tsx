import { Box, Stack } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./Choices.module.css";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: ReactNode;
}

/** One of several ways, each with what it means. */
export function Choices<Value extends string>({
  labelledBy,
  name: given,
  value,
  options,
  choose,
  isGrid = false,
}: {
  readonly labelledBy: string;
  /** Of several such lists that are one choice. */
  readonly name?: string;
  readonly value: Value;
  readonly options: readonly Choice<Value>[];
  readonly choose: (value: Value) => void;
  /** Side by side where there is room. */
  readonly isGrid?: boolean;
}) {
  const own = useId();
  const name = given ?? own;
  return (
    <Stack
      role="radiogroup"
      aria-labelledby={labelledBy}
      className={classes.choices}
      gap={2}
      data-grid={isGrid || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-describedby={`${own}${option.value}`}
            onChange={() => choose(option.value)}
          />
          <span>
            <Box component="span" display="block" fw={550}>
              {option.label}
            </Box>
            <Box id={`${own}${option.value}`} component="span" display="block" c="dimmed" fz={13}>
              {option.hint}
            </Box>
          </span>
        </label>
      ))}
    </Stack>
  );
}
