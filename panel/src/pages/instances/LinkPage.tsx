import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { readWrittenPhone } from "../../../../core/contracts/written-phone.ts";
import { actOnInstance, askPairingCode, INSTANCE_READS, qrQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { CopyButton } from "../../ui/CopyField.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Section } from "../../ui/Page.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Notice } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import tabCss from "../../ui/Tabs.module.css";
import { TextField } from "../../ui/TextField.tsx";
import { Time } from "../../ui/Time.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { PasskeyPart } from "./PasskeyPart.tsx";
import { useInstance } from "./use-instance.ts";

const TWO_SECONDS = 2_000;

/** The page for linking a phone, by scanning a QR code with it or typing a code on it. */
export function LinkPage() {
  const t = useWords("link");
  const instance = useInstance(TWO_SECONDS);
  const refusal = useCan()("instance.link", instance);
  if (instance.status === "working") return <Linked />;
  if (instance.link_refused || instance.status_reason === "link_refused") return <Refused id={instance.id} />;
  if (instance.status === "stopped" || instance.status === "failed")
    return <StartFirst id={instance.id} refusal={refusal} />;
  return (
    <Section title={t("title")} guide="linking">
      {refusal ? (
        <Notice kind="info">{refusal}</Notice>
      ) : (
        <>
          {instance.status_reason === "passkey_required" ? <PasskeyPart id={instance.id} /> : null}
          <Tabs>
            <TabList aria-label={t("ways")} className={tabCss.tabs ?? ""}>
              <Tab id="qr" className={tabCss.tabButton ?? ""}>
                {t("byQr")}
              </Tab>
              <Tab id="code" className={tabCss.tabButton ?? ""}>
                {t("byCode")}
              </Tab>
            </TabList>
            <TabPanel id="qr" className={tabCss.tabPanel ?? ""}>
              <ByQr id={instance.id} />
            </TabPanel>
            <TabPanel id="code" className={tabCss.tabPanel ?? ""}>
              <ByCode id={instance.id} />
            </TabPanel>
          </Tabs>
        </>
      )}
    </Section>
  );
}

function ByQr({ id }: { id: string }) {
  const t = useWords("link");
  const { data } = useQuery(qrQuery(id));
  const left = useSecondsTo(data?.expires_at ?? null);
  return (
    <div className={css.linkGrid}>
      <div>
        <div className={css.qrWhite}>
          {data ? (
            <img src={data.qr} alt={t("qrAlt")} className={css.qrImage} data-value={data.value} />
          ) : (
            <p className={css.qrEmpty}>{t("qrWait")}</p>
          )}
        </div>
        {data && left !== null ? <p className={css.quiet}>{t("qrLeft", { seconds: left })}</p> : null}
      </div>
      <Steps last={t("step3")} />
    </div>
  );
}

/** Returns the number of whole seconds left until a time, counting down, or null if there is no time to wait for. */
function useSecondsTo(at: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return at === null ? null : Math.max(0, Math.ceil((new Date(at).getTime() - now) / 1_000));
}

function Steps({ last }: { last: string }) {
  const t = useWords("link");
  return (
    <div className={css.linkSteps}>
      <h3>{t("steps")}</h3>
      <ol className={css.steps}>
        <li>{t("step1")}</li>
        <li>{t("step2")}</li>
        <li>{last}</li>
        <li>{t("step4")}</li>
      </ol>
    </div>
  );
}

/**
 * Returns the digits of a typed phone number. An invalid number is sent as it is, because the gateway explains what is
 * wrong with it.
 */
function digitsOf(phone: string): string {
  const read = readWrittenPhone(phone);
  return "digits" in read ? read.digits : phone.replaceAll(/[^\d]/g, "");
}

function ByCode({ id }: { id: string }) {
  const t = useWords("link");
  const [phone, setPhone] = useState("");
  const asking = useChange({ send: () => askPairingCode(id, digitsOf(phone)) });
  const { answer: made } = asking;
  return (
    <div className={css.linkGrid}>
      <ChangeForm
        change={asking}
        submitLabel={t("getCode")}
        className={css.codeForm}
        foot={(failure, button) => (
          <>
            {failure}
            <div>{button}</div>
            {made ? <PairingCode code={made} /> : null}
          </>
        )}
      >
        <TextField label={t("phone")} hint={t("phoneHint")} type="tel" value={phone} onChange={setPhone} isRequired />
      </ChangeForm>
      <Steps last={t("step3Code")} />
    </div>
  );
}

function PairingCode({ code: { code, expires_at } }: { code: { code: string; expires_at: string } }) {
  const t = useWords("link");
  return (
    <div role="status">
      <p className={css.cardTitle}>{t("code")}</p>
      <p className={css.bigCode} dir="ltr">
        {code.slice(0, 4)}-{code.slice(4)}
      </p>
      <p className={css.quiet}>
        <Sentence text={t("codeUntil", { time: SLOT })}>
          <Time at={expires_at} isExact />
        </Sentence>
      </p>
      <CopyButton value={code} what={t("code")} />
    </div>
  );
}

function Linked() {
  const t = useWords("link");
  return (
    <Section title={t("title")}>
      <Notice kind="good" title={t("linkedTitle")} action={<LinkButton to={paths.chats()}>{t("toChats")}</LinkButton>}>
        {t("linkedText")}
      </Notice>
    </Section>
  );
}

function Refused({ id }: { id: string }) {
  const t = useWords("link");
  const refusal = useCan()("instance.restart");
  const acting = useChange({ send: () => actOnInstance(id, "logout"), renews: INSTANCE_READS });
  return (
    <Section title={t("title")}>
      <Notice
        kind="bad"
        title={t("refusedTitle")}
        action={
          <Button disabledReason={refusal} isPending={acting.isPending} onPress={() => acting.send()}>
            {t("logout")}
          </Button>
        }
      >
        {t("refusedText")}
        <SubmitError error={acting.error} />
      </Notice>
    </Section>
  );
}

function StartFirst({ id, refusal }: { id: string; refusal: string | null }) {
  const t = useWords("link");
  const acting = useChange({ send: () => actOnInstance(id, "start"), renews: INSTANCE_READS });
  return (
    <Section title={t("title")}>
      <Notice
        action={
          <Button kind="primary" disabledReason={refusal} isPending={acting.isPending} onPress={() => acting.send()}>
            {t("start")}
          </Button>
        }
      >
        {t("startFirst")}
        <SubmitError error={acting.error} />
      </Notice>
    </Section>
  );
}
