import { Link } from "@tanstack/react-router";
import type { WebhookDelivery } from "../../../../core/contracts/webhook.ts";
import { Time } from "../../ui/Time.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Deliveries.module.css";
import { DeliveryBadge } from "./DeliveryBadge.tsx";
import { isResendable, ResendButton } from "./ResendButton.tsx";
import { useEventWords } from "./use-event-words.ts";

/** The list of deliveries, each linking to its details. */
export function DeliveryList({ deliveries, selected }: { deliveries: readonly WebhookDelivery[]; selected: string }) {
  const t = useWords("deliveries");
  return (
    <ul role="list" className={css.list} aria-label={t("list")}>
      {deliveries.map((delivery) => (
        <Row key={delivery.event_id} delivery={delivery} isSelected={delivery.event_id === selected} />
      ))}
    </ul>
  );
}

function Row({ delivery, isSelected }: { delivery: WebhookDelivery; isSelected: boolean }) {
  const t = useWords("deliveries");
  const wordsOf = useEventWords();
  const { locale } = useCatalogs();
  const { event_id, type, status, status_code, tries, ms, created_at } = delivery;
  return (
    <li className={isSelected ? css.rowSelected : css.row}>
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, event: event_id })}
        className={css.link}
        aria-current={isSelected ? "true" : undefined}
        resetScroll={false}
      >
        <span className={css.rowTitle}>{wordsOf(type)}</span>
        <span className={css.rowFacts}>
          <DeliveryBadge status={status} />
          {status_code === null ? null : <code>{status_code}</code>}
          {status === "delivered" && tries === 1 ? null : <span>{t("triesCount", { count: tries })}</span>}
          {ms === null ? null : <span>{t("ms", { ms: new Intl.NumberFormat(locale).format(ms) })}</span>}
          <Time at={created_at} />
        </span>
      </Link>
      {isResendable(delivery) ? <ResendButton delivery={delivery} isQuiet /> : null}
    </li>
  );
}
