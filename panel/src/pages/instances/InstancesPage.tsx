import { useQuery } from "@tanstack/react-query";
import { Plus, Smartphone } from "lucide-react";
import { useState } from "react";
import { instancesQuery } from "../../api/instances.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { InstanceCard } from "./InstanceCard.tsx";
import css from "./Instances.module.css";

const AddInstanceForm = lazyPart(() => import("../../forms/add-instance.tsx"), "AddInstanceForm");

/** The page listing the account's numbers and their states. */
export function InstancesPage() {
  const t = useWords("instances");
  const refusal = useCan()("instance.add");
  const [isAdding, add] = useState(false);
  const { data, error, refetch } = useQuery(instancesQuery());
  const button = (
    <Button kind="primary" icon={<Plus aria-hidden="true" />} disabledReason={refusal} onPress={() => add(true)}>
      {t("add")}
    </Button>
  );
  return (
    <Page title={t("title")} intro={t("intro")} actions={data?.length ? button : null}>
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton />}
      {data?.length === 0 ? (
        <EmptyState icon={<Smartphone />} title={t("emptyTitle")} action={button}>
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {data?.length ? (
        <ul role="list" className={css.cards}>
          {data.map((instance) => (
            <li key={instance.id}>
              <InstanceCard instance={instance} />
            </li>
          ))}
        </ul>
      ) : null}
      {isAdding ? <AddInstanceForm onClose={() => add(false)} /> : null}
    </Page>
  );
}
