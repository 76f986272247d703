import type { ReactNode } from "react";
import type { Usage } from "../../../../core/contracts/panel/team.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Page.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Time } from "../../ui/Time.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";
import { FileSize } from "./FileSize.tsx";
import { limitLevel } from "./limit-level.ts";

/** Shows how much of the account's plan has been used, with one box per limit. */
export function Meters({ usage }: { usage: Usage }) {
  const t = useWords("usage");
  // Accepted messages are counted only if the plan limits them. Otherwise, the box shows how many messages the numbers
  // have sent.
  const isLimited = usage.messages_today.of !== null;
  const resets = (
    <Sentence text={t("requestsHint", { when: SLOT })}>
      <Time at={usage.requests.resets_at} />
    </Sentence>
  );
  return (
    <div className={css.meters}>
      <Meter title={t("requests")} used={usage.requests.used} of={usage.requests.of} hint={resets} />
      <Meter
        title={t(isLimited ? "messages" : "messagesSent")}
        used={usage.messages_today.used}
        of={usage.messages_today.of}
        hint={t(isLimited ? "messagesHint" : "messagesSentHint")}
      />
      <Meter title={t("instances")} used={usage.instances.used} of={usage.instances.of} hint={t("instancesHint")} />
      <Files bytes={usage.file_bytes_today} />
    </div>
  );
}

function Meter({ title, used, of, hint }: { title: string; used: number; of: number | null; hint: ReactNode }) {
  const t = useWords("usage");
  const { locale } = useCatalogs();
  const level = limitLevel(used, of);
  const number = new Intl.NumberFormat(locale);
  const words = of === null ? t("noLimit") : t("ofMost", { used: number.format(used), of: number.format(of) });
  return (
    <Card>
      <div className={css.meter}>
        <h2 className={css.meterTitle}>{title}</h2>
        <p className={css.meterUsed}>
          <strong>{number.format(used)}</strong>
          <span className={css.faint}>{of === null ? t("noLimit") : `/ ${number.format(of)}`}</span>
          {level === "fine" ? null : <Badge tone={level === "full" ? "bad" : "warn"}>{t(level)}</Badge>}
        </p>
        {of === null ? null : <Progress label={`${title}: ${words}`} value={used} of={of} />}
        <p className={css.faint}>{hint}</p>
      </div>
    </Card>
  );
}

function Files({ bytes }: { bytes: number }) {
  const t = useWords("usage");
  return (
    <Card>
      <div className={css.meter}>
        <h2 className={css.meterTitle}>{t("files")}</h2>
        <p className={css.meterUsed}>
          <strong>
            <FileSize bytes={bytes} />
          </strong>
        </p>
        <p className={css.faint}>{t("filesHint")}</p>
      </div>
    </Card>
  );
}
