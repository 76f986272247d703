import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ButtonKind, buttonClass } from "./Button.tsx";

/** A link that looks like a button. It only navigates and changes nothing. */
export function LinkButton({
  to,
  search,
  children,
  kind,
  isSmall = false,
  icon,
}: {
  to: string;
  /** Filters for the URL of the linked page. */
  search?: Record<string, string>;
  children: ReactNode;
  kind?: ButtonKind;
  isSmall?: boolean;
  icon?: ReactNode;
}) {
  return (
    <Link to={to} {...(search && { search })} className={buttonClass(kind, isSmall)}>
      {icon}
      {children}
    </Link>
  );
}
