import { useQuery } from "@tanstack/react-query";
import type { Figures, Times } from "../../../../core/contracts/panel/figures.ts";
import { instancesQuery } from "../../api/instances.ts";
import { membersQuery } from "../../api/team.ts";
import { Table } from "../../ui/Table.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Statistics.module.css";
import { useAverage } from "./use-average.ts";

const CLASSES = ["class_0", "class_1", "class_2", "class_3", "class_4", "class_5"] as const;

/** A table of how long it took to give first answers and to close chats, grouped by duration. */
export function TimeClasses({ answers, closes }: { answers: Times; closes: Times }) {
  const t = useWords("statistics");
  return (
    <Table
      label={t("times")}
      keyOf={(name) => name}
      rows={CLASSES}
      columns={[
        { id: "class", title: t("time"), cell: (name) => t(name) },
        { id: "answers", title: t("answers"), cell: (name) => answers.classes[CLASSES.indexOf(name)], isNumber: true },
        { id: "closes", title: t("closes"), cell: (name) => closes.classes[CLASSES.indexOf(name)], isNumber: true },
      ]}
    />
  );
}

/** A table of each member's work in the panel. */
export function PeopleFigures({ people }: { people: Figures["people"] }) {
  const t = useWords("statistics");
  const average = useAverage();
  const members = useQuery(membersQuery()).data ?? [];
  const nameOf = (id: string) => {
    const member = members.find((one) => one.id === id);
    return member === undefined ? t("gone") : (member.name ?? member.email);
  };
  if (people.length === 0) return <p className={css.quiet}>{t("nobody")}</p>;
  return (
    <Table
      label={t("people")}
      keyOf={({ user_id }) => user_id}
      rows={people}
      columns={[
        { id: "who", title: t("person"), cell: ({ user_id }) => <UserText isName>{nameOf(user_id)}</UserText> },
        { id: "sent", title: t("sent"), cell: ({ sent }) => sent, isNumber: true },
        { id: "answers", title: t("answers"), cell: ({ answers }) => answers.count, isNumber: true },
        { id: "average", title: t("firstAnswer"), cell: ({ answers }) => average(answers), isNumber: true },
        { id: "closes", title: t("closes"), cell: ({ closes }) => closes.count, isNumber: true },
        { id: "until", title: t("untilClosed"), cell: ({ closes }) => average(closes), isNumber: true },
      ]}
    />
  );
}

/** A table of each number's messages and response times. */
export function NumberFigures({ numbers }: { numbers: Figures["numbers"] }) {
  const t = useWords("statistics");
  const average = useAverage();
  const known = useQuery(instancesQuery()).data ?? [];
  const nameOf = (id: string) => known.find((one) => one.id === id)?.name ?? id;
  if (numbers.length === 0) return <p className={css.quiet}>{t("noNumbers")}</p>;
  return (
    <Table
      label={t("numbers")}
      keyOf={({ instance_id }) => instance_id}
      rows={numbers}
      columns={[
        { id: "name", title: t("number"), cell: ({ instance_id: id }) => <UserText isName>{nameOf(id)}</UserText> },
        { id: "received", title: t("received"), cell: ({ received }) => received, isNumber: true },
        { id: "sent", title: t("sent"), cell: ({ sent }) => sent, isNumber: true },
        { id: "average", title: t("firstAnswer"), cell: ({ answers }) => average(answers), isNumber: true },
        { id: "until", title: t("untilClosed"), cell: ({ closes }) => average(closes), isNumber: true },
      ]}
    />
  );
}
