import { useState } from "react";
import { changeInstance, INSTANCE_READS, testProxy } from "../../api/instances.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Section } from "../../ui/Page.tsx";
import { Notice } from "../../ui/States.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { useInstance } from "./use-instance.ts";

const ProxyForm = lazyPart(() => import("../../forms/set-proxy.tsx"), "ProxyForm");

/** Shows a number's proxy, except for its secrets, and the actions available to admins. */
export function ProxySection() {
  const t = useWords("instances");
  const refusal = useCan()("instance.proxy");
  const { id, name, proxy } = useInstance();
  const [open, setOpen] = useState<"set" | "remove" | null>(null);
  const close = () => setOpen(null);
  const removing = useChange({
    send: () => changeInstance(id, { proxy: null }),
    renews: INSTANCE_READS,
    said: t("proxyRemoved"),
    onDone: close,
  });
  return (
    <Section title={t("proxy")} intro={t("proxyIntro")} guide="proxies">
      {proxy ? (
        <FactList
          facts={[
            [
              t("proxyHost"),
              <bdi key="host" dir="ltr">
                {proxy.host}
              </bdi>,
            ],
            [t("proxyUser"), proxy.last4 === null ? t("proxyUserHidden") : `…${proxy.last4}`],
          ]}
        />
      ) : (
        <p>{t("proxyNone")}</p>
      )}
      <div className={css.buttons}>
        <Button disabledReason={refusal} onPress={() => setOpen("set")}>
          {proxy ? t("proxyChange") : t("proxySet")}
        </Button>
        {proxy ? <ProxyTry id={id} refusal={refusal} key={proxy.host + proxy.last4} /> : null}
        {proxy ? (
          <Button disabledReason={refusal} onPress={() => setOpen("remove")}>
            {t("proxyRemove")}
          </Button>
        ) : null}
      </div>
      {open === "set" ? <ProxyForm id={id} onClose={close} /> : null}
      {open === "remove" ? (
        <ConfirmDialog
          title={t("proxyRemoveTitle", { name })}
          confirmLabel={t("proxyRemove")}
          onClose={close}
          change={removing}
        >
          <p>{t("proxyRemoveText")}</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

/** A button that tests the proxy, and the result of the test. */
function ProxyTry({ id, refusal }: { id: string; refusal: string | null }) {
  const t = useWords("instances");
  const { locale } = useCatalogs();
  const trying = useChange({ send: () => testProxy(id), isFailureSaid: true });
  const { answer } = trying;
  const said = answer?.ok
    ? t("proxyWorks", { ms: answer.ms ?? 0 })
    : // The API says more, but in English only.
      ((locale.startsWith("en") ? answer?.error : null) ?? t("proxyFails"));
  return (
    <>
      <Button disabledReason={refusal} isPending={trying.isPending} onPress={() => trying.send()}>
        {t("proxyTest")}
      </Button>
      {answer && !trying.isPending ? <Notice kind={answer.ok ? "good" : "bad"}>{said}</Notice> : null}
    </>
  );
}
