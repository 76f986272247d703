import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EventList } from "../../../../core/contracts/panel/developers.ts";
import { changeEventList, eventListQuery } from "../../api/webhooks.ts";
import css from "../../forms/Forms.module.css";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Choices.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { groupedEvents } from "./event-groups.ts";
import { useEventWords } from "./use-event-words.ts";

/** A form with checkboxes, grouped under headings, for choosing which events the account receives. */
export function ChooseEvents() {
  const t = useWords("webhooks");
  const { data, error, refetch } = useQuery(eventListQuery());
  return (
    <Section title={t("eventsTitle")} intro={t("eventsHint")}>
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton lines={6} /> : null}
      {data ? <EventChecks list={data} /> : null}
    </Section>
  );
}

const selectedOf = ({ types }: EventList) => types.filter(({ selected }) => selected).map(({ type }) => type);

const isSame = (one: ReadonlySet<string>, other: readonly string[]) =>
  one.size === other.length && other.every((type) => one.has(type));

function EventChecks({ list }: { list: EventList }) {
  const t = useWords("webhooks");
  const wordsOf = useEventWords();
  const before = selectedOf(list);
  const recommended = list.types.filter((one) => one.default).map(({ type }) => type);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const tick = (types: readonly string[], isOn: boolean) => {
    const after = new Set(chosen);
    for (const type of types)
      if (isOn) after.add(type);
      else after.delete(type);
    setChosen(after);
  };
  return (
    <Card>
      <div className={css.groups}>
        {groupedEvents(list.types.map(({ type }) => type)).map(({ group, types }) => (
          <fieldset key={group ?? ""} className={css.group}>
            <legend className={css.legend}>{group === null ? t("eventsTitle") : t(`group_${group}`)}</legend>
            {types.map((type) => (
              <Checkbox
                key={type}
                isSelected={chosen.has(type)}
                onChange={(isOn) => tick([type], isOn)}
                hint={<code>{type}</code>}
              >
                {wordsOf(type)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      <EventListFoot
        chosen={chosen}
        isSaved={isSame(chosen, before)}
        isRecommended={list.chosen === null && isSame(chosen, recommended)}
        of={list.types.length}
        onSaved={(saved) => setChosen(new Set(selectedOf(saved)))}
      />
    </Card>
  );
}

function EventListFoot({
  chosen,
  isSaved,
  isRecommended,
  of,
  onSaved,
}: {
  chosen: ReadonlySet<string>;
  isSaved: boolean;
  isRecommended: boolean;
  of: number;
  onSaved: (list: EventList) => void;
}) {
  const t = useWords("webhooks");
  const queries = useQueryClient();
  const save = useChange({
    send: changeEventList,
    onAnswer: (list) => {
      queries.setQueryData(eventListQuery().queryKey, list);
      onSaved(list);
    },
    said: t("eventsSaved"),
  });
  return (
    <footer className={css.foot}>
      <p className={css.footText} aria-live="polite">
        {isRecommended ? t("eventsDefault") : t("eventsOwn", { count: chosen.size, of })}
      </p>
      <SubmitError error={save.error} />
      <Button
        disabledReason={isRecommended ? t("eventsIsDefault") : null}
        isPending={save.isPending && save.sent === null}
        onPress={() => save.send(null)}
      >
        {t("eventsReset")}
      </Button>
      <Button
        kind="primary"
        disabledReason={isSaved ? t("eventsSame") : null}
        isPending={save.isPending && save.sent !== null}
        onPress={() => save.send([...chosen])}
      >
        {t("eventsSave")}
      </Button>
    </footer>
  );
}
