import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Figures } from "../../../../core/contracts/panel/figures.ts";
import { figuresQuery } from "../../api/figures.ts";
import { PairedBars } from "../../charts/PairedBars.tsx";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { useZone } from "../../ui/use-zone.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import { BroadcastResults } from "./BroadcastResults.tsx";
import { NumberFigures, PeopleFigures, TimeClasses } from "./FigureTables.tsx";
import { dayIn, rangeOf, STATISTIC_FILTERS } from "./rules.ts";
import { StatisticFilterBar } from "./StatisticFilterBar.tsx";
import { useAverage } from "./use-average.ts";

/**
 * The statistics page: messages by day and hour, the team's response times, and figures for its members, numbers, and
 * broadcasts.
 */
export function StatisticsPage() {
  const t = useWords("statistics");
  const [filters, setFilters] = useUrlFilters(STATISTIC_FILTERS);
  const range = rangeOf(filters, dayIn(new Date(), useZone()));
  const { data, error, refetch } = useQuery({
    ...figuresQuery(range, filters.number),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t("title")} intro={t("intro")} actions={data ? <SaveDays figures={data} /> : null}>
      <StatisticFilterBar filters={filters} range={range} onChange={setFilters} />
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton lines={8} />}
      {data ? <Shown figures={data} /> : null}
      {data ? <BroadcastResults range={range} number={filters.number} /> : null}
    </Page>
  );
}

function Shown({ figures }: { figures: Figures }) {
  const t = useWords("statistics");
  const dayOf = useDay();
  const { days, hours, answers, closes, automatic } = figures;
  const average = useAverage();
  const total = (which: "received" | "sent") => days.reduce((sum, day) => sum + day[which], 0);
  const names = [t("received"), t("sent")] as const;
  const pairs = days.map(({ day, received, sent }) => ({
    id: day,
    label: dayOf(day),
    values: [received, sent] as const,
  }));
  return (
    <>
      {figures.is_cut ? <Notice kind="warn">{t("cut")}</Notice> : null}
      <FactList
        facts={[
          [t("received"), total("received")],
          [t("sent"), total("sent")],
          [t("automatic"), automatic],
          [t("firstAnswer"), average(answers)],
          [t("untilClosed"), average(closes)],
        ]}
      />
      <Section title={t("byDay")}>
        <PairedBars label={t("byDayLabel")} title={t("day")} names={names} pairs={pairs} />
      </Section>
      <Section title={t("byHour")} intro={t("byHourIntro")}>
        <PairedBars
          label={t("byHourLabel")}
          title={t("hour")}
          names={names}
          pairs={hours.map(({ received, sent }, hour) => ({
            id: String(hour),
            label: `${String(hour).padStart(2, "0")}:00`,
            values: [received, sent] as const,
          }))}
        />
      </Section>
      <Section title={t("times")} intro={t("timesIntro")}>
        <TimeClasses answers={answers} closes={closes} />
      </Section>
      <Section title={t("people")} intro={t("peopleIntro")}>
        <PeopleFigures people={figures.people} />
      </Section>
      <Section title={t("numbers")}>
        <NumberFigures numbers={figures.numbers} />
      </Section>
    </>
  );
}

function SaveDays({ figures }: { figures: Figures }) {
  const t = useWords("statistics");
  const c = useWords("common");
  async function save(): Promise<void> {
    const { tableFile } = await import("../../../../core/contracts/people-files/table-file.ts");
    const { saveFile } = await import("../../files/save-file.ts");
    const columns = [
      { title: t("day"), value: ({ day }: Figures["days"][number]) => day },
      { title: t("received"), value: ({ received }: Figures["days"][number]) => received },
      { title: t("sent"), value: ({ sent }: Figures["days"][number]) => sent },
    ];
    saveFile(`${t("fileName")}.csv`, tableFile(columns, figures.days), "text/csv;charset=utf-8");
  }
  return <Button onPress={() => void save()}>{c("saveTable")}</Button>;
}

/** Returns a function that formats a day. The day is already in the number's time zone. */
function useDay(): (day: string) => string {
  const { locale } = useCatalogs();
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
