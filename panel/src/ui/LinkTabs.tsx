import { Link } from "@tanstack/react-router";
import css from "./Tabs.module.css";

/** A row of tabs, each linking to a separate page. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; label: string; isExact?: boolean }[];
}) {
  return (
    <nav aria-label={label} className={css.tabs}>
      {tabs.map(({ to, label: name, isExact = false }) => (
        <Link
          key={to}
          to={to}
          className={css.tab}
          activeOptions={{ exact: isExact }}
          activeProps={{ "aria-current": "page" }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
