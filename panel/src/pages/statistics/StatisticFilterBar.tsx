import { useQuery } from "@tanstack/react-query";
import { instancesQuery } from "../../api/instances.ts";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import type { DayRange, StatisticFilters } from "./rules.ts";

/** Fields for choosing the range of days and the number for the statistics. */
export function StatisticFilterBar({
  filters,
  range,
  onChange,
}: {
  filters: StatisticFilters;
  range: DayRange;
  onChange: (changes: Partial<StatisticFilters>) => void;
}) {
  const t = useWords("statistics");
  const numbers = useQuery(instancesQuery()).data ?? [];
  return (
    <FilterBar label={t("filters")}>
      <NativeSelect
        label={t("range")}
        value={filters.range}
        // A custom range starts out with the days currently shown.
        onChange={(chosen) => onChange({ range: chosen, ...(chosen === "own" ? range : { from: "", to: "" }) })}
        choices={[
          { id: "", label: t("range_7") },
          { id: "30", label: t("range_30") },
          { id: "own", label: t("range_own") },
        ]}
      />
      {filters.range === "own" ? (
        <>
          <TextField label={t("from")} type="date" value={filters.from} onChange={(from) => onChange({ from })} />
          <TextField label={t("to")} type="date" value={filters.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
      <NativeSelect
        label={t("number")}
        value={filters.number}
        onChange={(number) => onChange({ number })}
        choices={[{ id: "", label: t("allNumbers") }, ...numbers.map(({ id, name }) => ({ id, label: name }))]}
      />
    </FilterBar>
  );
}
