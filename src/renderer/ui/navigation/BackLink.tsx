import IconArrowLeft from "@iconify-json/tabler/icons/arrow-left";
import type { MouseEventHandler, ReactNode } from "react";
import { Link } from "react-router";
import classes from "./navigation.module.css";

/** From one record to the list that it is in, above its name. */
export function BackLink({
  to,
  className,
  onClick,
  children,
}: {
  readonly to: string;
  readonly className?: string | undefined;
  readonly onClick?: MouseEventHandler;
  readonly children: ReactNode;
}) {
  return (
    <Link to={to} className={`${classes.back} ${className ?? ""}`} onClick={onClick}>
      <IconArrowLeft size={16} stroke={1.75} className="mirrored" aria-hidden="true" />
      {children}
    </Link>
  );
}
