import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import type { Instance } from "../../../core/contracts/instance.ts";
import { instancesQuery } from "../api/instances.ts";
import { paths } from "../paths.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Page } from "../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../ui/States.tsx";
import { useWords } from "../words/use-words.ts";
import { useUrlFilters } from "./use-url-filters.ts";

const Select = lazyPart(() => import("../ui/Select.tsx"), "Select");

/**
 * A page about one of the account's numbers. The user chooses the number at the top of the page, and its id is stored
 * in the URL. Until a number is chosen, the page shows the first one that has anything to show.
 */
export function NumberPage({
  title,
  intro,
  passedOver = [],
  actions,
  children,
}: {
  title: string;
  intro: string;
  /** The ids of numbers that have nothing to show on this page. */
  passedOver?: readonly string[];
  actions?: (number: Instance) => ReactNode;
  children: (number: Instance) => ReactNode;
}) {
  const t = useWords("common");
  const [{ number: id }, setFilters] = useUrlFilters(["number"]);
  const { data: numbers, error, refetch } = useQuery(instancesQuery());
  const asked = numbers?.find((one) => one.id === id);
  const number = asked ?? numbers?.find((one) => !passedOver.includes(one.id)) ?? numbers?.[0];
  return (
    <Page
      title={title}
      intro={intro}
      actions={
        number ? (
          <>
            {numbers && numbers.length > 1 ? (
              <Select
                label={t("number")}
                isLabelHidden
                value={number.id}
                onChange={(chosen) => setFilters({ number: chosen })}
                choices={numbers.map((one) => ({ id: one.id, label: one.name }))}
              />
            ) : null}
            {actions?.(number)}
          </>
        ) : null
      }
    >
      {error && !numbers ? <Failure error={error} onRetry={refetch} /> : null}
      {!numbers && !error ? <Skeleton lines={6} /> : null}
      {numbers?.length === 0 ? (
        <EmptyState
          icon={<Smartphone />}
          title={t("noNumberTitle")}
          action={<LinkButton to={paths.instances()}>{t("addNumber")}</LinkButton>}
        >
          {t("noNumberText")}
        </EmptyState>
      ) : null}
      {number ? children(number) : null}
    </Page>
  );
}
