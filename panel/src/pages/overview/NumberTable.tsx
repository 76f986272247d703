import { Link } from "@tanstack/react-router";
import type { Instance } from "../../../../core/contracts/instance.ts";
import type { NumberTraffic } from "../../../../core/contracts/panel/team.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import { toneOf } from "../instances/instance-tone.ts";
import css from "./Home.module.css";

/** A table of the numbers with their state and today's messages. With several numbers, it ends with a row of totals. */
export function NumberTable({
  instances,
  traffic,
}: {
  instances: readonly Instance[];
  traffic: readonly NumberTraffic[] | undefined;
}) {
  const t = useWords("overview");
  const c = useWords("common");
  const { locale } = useCatalogs();
  const number = new Intl.NumberFormat(locale);
  const countOf = (of: "received" | "sent", id: string) => traffic?.find((one) => one.instance_id === id)?.[of] ?? null;
  const shown = (count: number | null) => (count === null ? "–" : number.format(count));
  const sum = (of: "received" | "sent") => number.format((traffic ?? []).reduce((total, one) => total + one[of], 0));
  const columns: Column<Instance>[] = [
    {
      id: "name",
      title: t("number"),
      cell: ({ id, name }) => (
        <Link to={paths.instance(id)}>
          <UserText isName>{name}</UserText>
        </Link>
      ),
    },
    {
      id: "status",
      title: t("status"),
      cell: (one) => <Badge tone={toneOf(one)}>{c(`status_${one.status}`)}</Badge>,
    },
    { id: "received", title: t("received"), isNumber: true, cell: ({ id }) => shown(countOf("received", id)) },
    { id: "sent", title: t("sent"), isNumber: true, cell: ({ id }) => shown(countOf("sent", id)) },
  ];
  return (
    <>
      {traffic && instances.length > 1 ? (
        <p className={css.quiet}>{t("sum", { received: sum("received"), sent: sum("sent") })}</p>
      ) : null}
      <Table label={t("today")} columns={columns} rows={instances} keyOf={({ id }) => id} />
    </>
  );
}
