import type { DeliveryStatus } from "../../../../core/contracts/webhook.ts";
import { Badge } from "../../ui/Badge.tsx";
import { useWords } from "../../words/use-words.ts";

/** The states of deliveries, in the order the filter offers them. */
export const DELIVERY_STATUSES_SHOWN = ["failed", "pending", "delivered"] as const satisfies readonly DeliveryStatus[];

const TONES = { failed: "bad", pending: "warn", delivered: "good" } as const satisfies Record<DeliveryStatus, string>;

/** Shows a delivery's state as a word. */
export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const t = useWords("deliveries");
  return <Badge tone={TONES[status]}>{t(`status_${status}`)}</Badge>;
}
