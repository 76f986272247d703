import { useQuery } from "@tanstack/react-query";
import type { Protection } from "../../../../core/contracts/protection-state.ts";
import { protectionDaysQuery } from "../../api/instances.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import type { Areas } from "../../words/areas.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { safetyTone } from "./instance-tone.ts";
import { ProtectionDays } from "./ProtectionDays.tsx";
import { ProtectionSettingsForm } from "./ProtectionSettingsForm.tsx";
import { useInstance } from "./use-instance.ts";

const MINUTE = 60_000;

/** The page for a number's protection: today's figures, warm-up, safety score, past days, and settings. */
export function ProtectionPage() {
  const t = useWords("protection");
  const { id, protection, safety } = useInstance(MINUTE);
  return (
    <>
      <Section title={t("title")} intro={t("intro")} guide="protection">
        {protection.new_chats_paused ? (
          <Notice kind="warn" title={t("pausedTitle")}>
            {protection.new_chats_paused_reason ? t(`paused_${protection.new_chats_paused_reason}`) : null}{" "}
            {protection.new_chats_paused_until ? <Time at={protection.new_chats_paused_until} isExact /> : null}
          </Notice>
        ) : null}
        {protection.quiet_now ? <NightNotice protection={protection} /> : null}
        <div className={css.pairs}>
          <Today protection={protection} />
          <WarmUp protection={protection} />
          <Waiting protection={protection} />
          <SafetyCard safety={safety} />
        </div>
      </Section>
      <Days id={id} />
      <ProtectionSettingsForm />
    </>
  );
}

/** Explains that it is night. Times are in the number's time zone, which is also named. */
function NightNotice({
  protection: {
    quiet_hours: { end, timezone },
  },
}: {
  protection: Protection;
}) {
  const t = useWords("protection");
  return <Notice>{t("quietNow", { time: end, zone: timezone })}</Notice>;
}

function Today({ protection }: { protection: Protection }) {
  const t = useWords("protection");
  const { new_contacts_used_today: used, new_contacts_limit_today: limit, quiet_hours: quiet } = protection;
  return (
    <Card>
      <div className={css.stack}>
        <h3 className={css.cardTitle}>{t("todayTitle")}</h3>
        <p>{t("newPeople")}</p>
        <p className={css.score}>{t("usedOf", { used, limit })}</p>
        <Progress label={t("usedOf", { used, limit })} value={used} of={limit} />
        <p className={css.quiet}>
          <Sentence text={t("resets", { time: SLOT })}>
            <Time at={protection.resets_at} />
          </Sentence>
        </p>
        <p className={css.quiet}>{t("quietHours", { start: quiet.start, end: quiet.end, zone: quiet.timezone })}</p>
      </div>
    </Card>
  );
}

function WarmUp({ protection: { warm_up: warmUp } }: { protection: Protection }) {
  const t = useWords("protection");
  const { stage, of, active_days: days, next_at: at, next_limit: limit, held_because: held } = warmUp;
  return (
    <Card>
      <div className={css.stack}>
        <h3 className={css.cardTitle}>{t("warmUpTitle")}</h3>
        <p className={css.score}>{t("stageOf", { stage, of })}</p>
        <Progress label={t("stageOf", { stage, of })} value={stage} of={of} />
        <p className={css.quiet}>{t("activeDays", { days })}</p>
        {held ? <Badge tone="warn">{t(`held_${held}`)}</Badge> : null}
        {limit === null ? <p className={css.quiet}>{t("lastStage")}</p> : null}
        {limit !== null && at !== null && !held ? (
          <p className={css.quiet}>
            <Sentence text={t("nextStage", { date: SLOT, limit })}>
              <Time at={at} isExact />
            </Sentence>
          </p>
        ) : null}
      </div>
    </Card>
  );
}

function Waiting({ protection: { waiting, next_first_message_at: next } }: { protection: Protection }) {
  const t = useWords("protection");
  const kinds = (["first", "known", "scheduled"] as const).filter((kind) => waiting[kind] > 0);
  return (
    <Card>
      <div className={css.stack}>
        <h3 className={css.cardTitle}>{t("waitingTitle")}</h3>
        {kinds.length === 0 ? <p>{t("waitingNone")}</p> : null}
        <ul role="list" className={css.reasons}>
          {kinds.map((kind) => (
            <li key={kind}>
              <span>{t(`waiting_${kind}`)}</span>
              <strong>{waiting[kind]}</strong>
            </li>
          ))}
        </ul>
        {waiting.first > 0 && next ? (
          <p className={css.quiet}>
            <Sentence text={t("nextFirst", { time: SLOT })}>
              <Time at={next} />
            </Sentence>
          </p>
        ) : null}
      </div>
    </Card>
  );
}

const REASONS = [
  "restricted",
  "restricted_recently",
  "quota_warning",
  "few_answers",
  "undelivered",
  "not_on_messenger",
  "opt_outs",
  "same_text",
  "refused_connections",
  "new_number",
  "profile",
  "typing_off",
] as const;

function SafetyCard({ safety: { score, level, reasons } }: { safety: Protection["safety"] }) {
  const t = useWords("protection");
  /**
   * Returns a reason in the user's language. Reasons that this panel doesn't know are shown in the service's own words.
   */
  const told = ({ code, text }: Protection["safety"]["reasons"][number]) => {
    const known = REASONS.find((one) => one === code);
    const key: keyof Areas["protection"] | null = known ? `r_${known}` : null;
    return key ? t(key) : text;
  };
  return (
    <Card>
      <div className={css.stack}>
        <h3 className={css.cardTitle}>{t("safetyTitle")}</h3>
        <p className={css.score}>{t("score", { score })}</p>
        <Badge tone={safetyTone(score)}>{t(`level_${level}`)}</Badge>
        <ul role="list" className={css.reasons}>
          {reasons.length === 0 ? <li>{t("noReasons")}</li> : null}
          {reasons.map((reason) => (
            <li key={reason.code}>
              <span>{told(reason)}</span>
              <span className={css.quiet}>{t("points", { points: reason.points })}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Days({ id }: { id: string }) {
  const t = useWords("protection");
  const { data, error, refetch } = useQuery(protectionDaysQuery(id));
  return (
    <Section title={t("daysTitle")} intro={t("daysIntro")}>
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton /> : null}
      {data ? <ProtectionDays days={data} /> : null}
    </Section>
  );
}
