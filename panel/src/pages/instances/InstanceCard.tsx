import { Link } from "@tanstack/react-router";
import { QrCode } from "lucide-react";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/Badge.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { safetyTone, shownPhone, toneOf } from "./instance-tone.ts";

/** A card summarizing one number. */
export function InstanceCard({ instance }: { instance: Instance }) {
  const t = useWords("instances");
  const c = useWords("common");
  const { id, name, phone, status, status_reason, status_since, protection, safety } = instance;
  const { new_contacts_left_today: left, new_contacts_limit_today: limit } = protection;
  return (
    <article className={css.card} aria-labelledby={id}>
      <header className={css.cardHead}>
        <div>
          <h2 id={id} className={css.name}>
            <Link to={paths.instance(id)} className={css.nameLink}>
              <UserText isName>{name}</UserText>
            </Link>
          </h2>
          <p className={css.phone}>{phone ? <bdi dir="ltr">{shownPhone(phone)}</bdi> : t("noPhone")}</p>
        </div>
        <Badge tone={toneOf(instance)}>{c(`status_${status}`)}</Badge>
      </header>
      {status_reason ? (
        <p className={css.reason}>{t(`reason_${status_reason}`)}</p>
      ) : (
        <p className={css.quiet}>
          <Sentence text={t("since", { time: SLOT })}>
            <Time at={status_since} />
          </Sentence>
        </p>
      )}
      {phone ? (
        <dl className={css.meters}>
          <div>
            <dt>{t("peopleLeft")}</dt>
            <dd>{t("peopleLeftValue", { left, limit })}</dd>
            <dd>
              <Progress label={t("peopleLeftValue", { left, limit })} value={left} of={limit} />
            </dd>
          </div>
          <div>
            <dt>{t("safety")}</dt>
            <dd className={css[safetyTone(safety.score)]}>{t("safetyValue", { score: safety.score })}</dd>
            <dd>
              <Progress label={t("safetyValue", { score: safety.score })} value={safety.score} of={100} />
            </dd>
          </div>
        </dl>
      ) : (
        <LinkButton to={paths.link(id)} kind="primary" icon={<QrCode aria-hidden="true" />}>
          {t("link")}
        </LinkButton>
      )}
    </article>
  );
}
