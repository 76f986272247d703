import { useQuery } from "@tanstack/react-query";
import type { DeliveryTry } from "../../../../core/contracts/panel/developers.ts";
import type { WebhookDelivery } from "../../../../core/contracts/webhook.ts";
import { deliveryQuery } from "../../api/deliveries.ts";
import { Badge } from "../../ui/Badge.tsx";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Deliveries.module.css";
import { JsonTree } from "./JsonTree.tsx";
import { visibleText } from "./visible-text.ts";

/** Shows the posted body and the result of each attempt, newest first. */
export function DeliveryRecord({ delivery }: { delivery: WebhookDelivery }) {
  const t = useWords("deliveries");
  const { data, error, refetch } = useQuery(deliveryQuery(delivery.event_id, delivery.tries));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton lines={4} />;
  const accepted = acceptedTry(delivery);
  return (
    <>
      <div className={css.part}>
        <h3 className={css.partTitle}>{t("tries")}</h3>
        {data.tries.length === 0 && !accepted ? (
          <p className={css.quiet}>{delivery.error ?? t("noTries")}</p>
        ) : (
          <ol role="list" className={css.tries}>
            {accepted ? (
              <li className={css.try}>
                <Try of={accepted} isAccepted />
              </li>
            ) : null}
            {data.tries.toReversed().map((one) => (
              <li key={one.at} className={css.try}>
                <Try of={one} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className={css.part}>
        <h3 className={css.partTitle}>{t("body")}</h3>
        <div className={css.body}>
          <JsonTree value={parsed(data.body)} />
        </div>
      </div>
    </>
  );
}

/** Parses the body as JSON. If it isn't JSON, returns it as text. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Returns the attempt that succeeded. It is stored in the delivery itself rather than among the attempts. */
const acceptedTry = ({ delivered_at: at, status_code, ms }: WebhookDelivery): DeliveryTry | null =>
  at === null ? null : { at, status_code, ms, error: null, answer: null };

function Try({
  of: { at, status_code, ms, error, answer },
  isAccepted = false,
}: {
  of: DeliveryTry;
  isAccepted?: boolean;
}) {
  const t = useWords("deliveries");
  const { locale } = useCatalogs();
  return (
    <>
      <p className={css.rowFacts}>
        <Badge tone={isAccepted ? "good" : "bad"}>{status_code ?? t("noAnswer")}</Badge>
        <Time at={at} isExact />
        {ms === null ? null : <span>{t("ms", { ms: new Intl.NumberFormat(locale).format(ms) })}</span>}
      </p>
      {status_code === null && error !== null ? <p className={css.quiet}>{error}</p> : null}
      {answer === null ? null : <CodeBlock label={t("answerText")}>{visibleText(answer)}</CodeBlock>}
    </>
  );
}
