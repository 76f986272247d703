import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { WebhookDelivery } from "../../../../core/contracts/webhook.ts";
import { instancesQuery } from "../../api/instances.ts";
import { IconButton } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Deliveries.module.css";
import { DeliveryBadge } from "./DeliveryBadge.tsx";
import { DeliveryRecord } from "./DeliveryRecord.tsx";
import { ResendButton } from "./ResendButton.tsx";
import { useEventWords } from "./use-event-words.ts";

/** The number of delivery attempts before an event fails permanently. */
const TRIES = 10;

/** The details of a delivery: its attempts, the responses, and what happens next. */
export function DeliveryDetails({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const t = useWords("deliveries");
  const wordsOf = useEventWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const { event_id, type, status } = delivery;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another event is read from its beginning
  useEffect(() => heading.current?.focus(), [event_id]);
  return (
    <section className={css.details} aria-label={t("details")}>
      <header className={css.detailsHead}>
        <h2 ref={heading} tabIndex={-1} className={css.detailsTitle}>
          {wordsOf(type)}
        </h2>
        <IconButton label={t("close")} icon={<X aria-hidden="true" />} onPress={onClose} />
      </header>
      <div className={css.detailsState}>
        <DeliveryBadge status={status} />
        <code>{type}</code>
        {status === "delivered" ? null : <ResendButton delivery={delivery} />}
      </div>
      <DeliveryFacts delivery={delivery} />
      <DeliveryRecord delivery={delivery} />
    </section>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const t = useWords("deliveries");
  const numbers = useQuery(instancesQuery()).data ?? [];
  const { instance_id, next_try_at, failed_at, delivered_at, status, status_code, tries } = delivery;
  const number = numbers.find(({ id }) => id === instance_id)?.name ?? instance_id;
  const id = <code>{delivery.event_id}</code>;
  const whose = number === null ? t("account") : <UserText isName>{number}</UserText>;
  const made = <Time at={delivery.created_at} isExact />;
  const answer = status_code === null ? t("noAnswer") : <code>{status_code}</code>;
  const after = next_try_at === null ? t("inTurn") : <Time at={next_try_at} />;
  const ended = failed_at === null ? null : <Time at={failed_at} isExact />;
  const accepted = delivered_at === null ? null : <Time at={delivered_at} isExact />;
  return (
    <FactList
      facts={[
        [t("made"), made],
        [t("number"), whose],
        [t("tries"), t("triesOf", { count: tries, of: TRIES })],
        ...(tries > 0 ? [[t("answer"), answer] as const] : []),
        ...(status === "pending" ? [[t("next"), after] as const] : []),
        ...(ended ? [[t("failedAt"), ended] as const] : []),
        ...(accepted ? [[t("deliveredAt"), accepted] as const] : []),
        [t("eventId"), id],
      ]}
    />
  );
}
