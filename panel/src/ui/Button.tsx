import { type ReactNode, useId } from "react";
import { Button as AriaButton, type PressEvent } from "react-aria-components";
import css from "./Button.module.css";
import { classNames } from "./class-names.ts";

/**
 * The visual weight of a button: at most one `primary` per view, `danger` for irreversible actions, `quiet` in rows and
 * bars.
 */
export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

/** Returns a button's class names. */
export const buttonClass = (kind: ButtonKind = "secondary", isSmall = false) =>
  classNames(css.button, css[kind], isSmall && css.small);

/** The props of a button. */
export interface ButtonProps {
  children: ReactNode;
  kind?: ButtonKind;
  isSmall?: boolean;
  icon?: ReactNode;
  type?: "button" | "submit";
  /** Whether the button's request is in progress. The button indicates this and can't be pressed again. */
  isPending?: boolean;
  /**
   * Why the button is disabled, or null if it is enabled. A disabled button stays focusable, so everyone can find out
   * the reason.
   */
  disabledReason?: string | null | undefined;
  onPress?: (event: PressEvent) => void;
  "aria-label"?: string;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  autoFocus?: boolean;
  form?: string;
}

const AT_WORK = { type: "button", onPress: () => undefined, "aria-disabled": true } as const;

/** A button. If it is disabled, the reason is accessible to all users. */
export function Button({ children, kind, isSmall, icon, disabledReason, isPending = false, ...rest }: ButtonProps) {
  const reasonId = useId();
  const name = buttonClass(kind, isSmall);
  if (disabledReason) {
    return (
      <span className={css.why}>
        <button
          type="button"
          className={classNames(name, css.off)}
          aria-disabled="true"
          aria-describedby={reasonId}
          aria-label={rest["aria-label"]}
        >
          {icon}
          {children}
        </button>
        <span role="tooltip" id={reasonId} className={css.reason}>
          {disabledReason}
        </span>
      </span>
    );
  }
  return (
    // The library's own `isPending` isn't used: it announces the button by its name, which may be gone if a dialog has
    // closed.
    <AriaButton {...rest} {...(isPending && AT_WORK)} className={name}>
      {isPending ? <span className={css.spinner} aria-hidden="true" /> : icon}
      {children}
    </AriaButton>
  );
}

/** An icon-only button. `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, "children" | "icon" | "aria-label"> & { label: string; icon: ReactNode }) {
  return (
    <span className={css.why}>
      <Button {...rest} aria-label={label} kind={rest.kind ?? "quiet"} isSmall={rest.isSmall ?? false}>
        <span className={css.icon}>{icon}</span>
      </Button>
      {rest.disabledReason ? null : (
        <span aria-hidden="true" className={css.reason}>
          {label}
        </span>
      )}
    </span>
  );
}
