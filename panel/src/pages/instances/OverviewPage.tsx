import { useNavigate } from "@tanstack/react-router";
import { QrCode } from "lucide-react";
import { useState } from "react";
import { actOnInstance, changeInstance, deleteInstance, INSTANCE_READS } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Choices.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { useFailureWords } from "../../ui/failure-words.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { Notice } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { shownPhone, toneOf } from "./instance-tone.ts";
import { ProxySection } from "./ProxySection.tsx";
import { useInstance } from "./use-instance.ts";

const ChatLinkCode = lazyPart(() => import("./ChatLinkCode.tsx"), "ChatLinkCode");
const RenameForm = lazyPart(() => import("../../forms/rename-instance.tsx"), "RenameForm");

type Act = "start" | "stop" | "restart" | "logout" | "delete";
const TOLD = { start: "started", stop: "stopped", restart: "restarted", logout: "loggedOut" } as const;

/** The page for a number's state, ids, and actions. */
export function OverviewPage() {
  const t = useWords("instances");
  const c = useWords("common");
  const can = useCan();
  const instance = useInstance();
  const { id, name, phone, status, status_reason, status_since, external_ref, chat_link } = instance;
  const [isRenaming, rename] = useState(false);
  const [isCodeShown, showCode] = useState(false);
  return (
    <>
      {status_reason ? <Notice kind="warn">{t(`reason_${status_reason}`)}</Notice> : null}
      <Card>
        <FactList
          facts={[
            [
              t("status"),
              <Badge key="s" tone={toneOf(instance)}>
                {c(`status_${status}`)}
              </Badge>,
            ],
            [
              t("phone"),
              phone ? (
                <bdi key="phone" dir="ltr">
                  {shownPhone(phone)}
                </bdi>
              ) : (
                t("noPhone")
              ),
            ],
            [t("linkedAt"), instance.linked_at ? <Time key="linked" at={instance.linked_at} /> : c("never")],
            [t("statusSince"), <Time key="since" at={status_since} />],
            [t("reference"), external_ref ?? t("noReference")],
            [t("createdAt"), <Time key="c" at={instance.created_at} />],
          ]}
        />
      </Card>
      <Section title={t("chatLink")} intro={chat_link ? t("chatLinkIntro") : t("noChatLink")}>
        {chat_link ? (
          <>
            <CopyField label={t("chatLink")} value={chat_link} />
            <div className={css.buttons}>
              <Button icon={<QrCode aria-hidden="true" />} onPress={() => showCode(true)}>
                {t("showChatLinkCode")}
              </Button>
            </div>
          </>
        ) : null}
      </Section>
      <Section title={t("actions")}>
        <Calls />
        <Acts />
        <div className={css.buttons}>
          <Button disabledReason={can("instance.rename")} onPress={() => rename(true)}>
            {t("rename")}
          </Button>
        </div>
      </Section>
      <ProxySection />
      <Section title={t("id")}>
        <CopyField label={t("id")} value={id} />
      </Section>
      {isCodeShown && chat_link ? <ChatLinkCode link={chat_link} name={name} onClose={() => showCode(false)} /> : null}
      {isRenaming ? <RenameForm id={id} name={name} onClose={() => rename(false)} /> : null}
    </>
  );
}

function Calls() {
  const t = useWords("instances");
  const refusal = useCan()("instance.rename");
  const { id, reject_calls } = useInstance();
  const changing = useChange({
    send: (to: boolean) => changeInstance(id, { reject_calls: to }),
    renews: INSTANCE_READS,
    isRenewedAfterFailure: true,
    isFailureSaid: true,
  });
  return (
    <Switch
      isSelected={changing.isPending ? (changing.sent ?? reject_calls) : reject_calls}
      onChange={(to) => changing.send(to)}
      isDisabled={refusal !== null}
      hint={refusal ?? t("rejectCallsHint")}
    >
      {t("rejectCalls")}
    </Switch>
  );
}

function Acts() {
  const t = useWords("instances");
  const can = useCan();
  const toast = useToast();
  const navigate = useNavigate();
  const wordsOf = useFailureWords();
  const instance = useInstance();
  const { id, name } = instance;
  const [asked, ask] = useState<Act | null>(null);
  const acting = useChange({
    send: async (act: Act) => void (await (act === "delete" ? deleteInstance(id) : actOnInstance(id, act))),
    onAnswer(_, act) {
      ask(null);
      if (act === "delete") void navigate({ to: paths.instances() });
      else toast(t(TOLD[act]));
    },
    renews: INSTANCE_READS,
    onFailure: (error) => {
      if (asked === null) toast(wordsOf(error));
    },
  });
  const isOf = (act: Act) => acting.isPending && acting.sent === act;
  const question = asked === "stop" || asked === "logout" || asked === "delete" ? asked : null;
  return (
    <>
      <div className={css.buttons}>
        <Button
          disabledReason={can("instance.start", instance)}
          isPending={isOf("start")}
          onPress={() => acting.send("start")}
        >
          {t("start")}
        </Button>
        <Button disabledReason={can("instance.stop", instance)} onPress={() => ask("stop")}>
          {t("stop")}
        </Button>
        <Button
          disabledReason={can("instance.restart", instance)}
          isPending={isOf("restart")}
          onPress={() => acting.send("restart")}
        >
          {t("restart")}
        </Button>
        <Button disabledReason={can("instance.logout", instance)} onPress={() => ask("logout")}>
          {t("logout")}
        </Button>
        <Button kind="danger" disabledReason={can("instance.delete")} onPress={() => ask("delete")}>
          {t("delete")}
        </Button>
      </div>
      {question ? (
        <ConfirmDialog
          title={t(`${question}Title`, { name })}
          confirmLabel={t(question)}
          onClose={() => ask(null)}
          change={{ ...acting, send: () => acting.send(question) }}
          {...(question === "delete" && { typed: name })}
        >
          <p>{t(`${question}Text`)}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
