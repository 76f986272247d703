import { useNavigate, useSearch } from "@tanstack/react-router";

/**
 * Stores filters in the page's URL, so they can be shared and survive a reload. @returns the filter values ("" if not
 * set), and a function that changes some of them.
 */
export function useUrlFilters<Name extends string>(
  names: readonly Name[],
): [values: Record<Name, string>, change: (values: Partial<Record<Name, string>>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const values = Object.fromEntries(
    names.map((name) => [name, typeof search[name] === "string" ? search[name] : ""]),
  ) as Record<Name, string>; // each name once
  function change(changes: Partial<Record<Name, string>>): void {
    const after = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== "");
    void navigate({ to: ".", search: Object.fromEntries(after), replace: true, resetScroll: false });
  }
  return [values, change];
}
