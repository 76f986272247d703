import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { ArrowLeft, QrCode } from "lucide-react";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { Page } from "../../ui/Page.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import { shownPhone, toneOf } from "./instance-tone.ts";
import { useInstance } from "./use-instance.ts";

/** The frame around one number's pages: the number's name and state, and a tab for each page. */
export function InstancePage() {
  const t = useWords("instances");
  const c = useWords("common");
  const instance = useInstance();
  const { id, name, phone, status } = instance;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isLinking = path.endsWith("/link");
  const mayLink = useCan()("instance.link", instance) === null;
  const tabs = [
    { to: paths.instance(id), label: t("tabOverview"), isExact: true },
    { to: paths.profile(id), label: t("tabProfile") },
    { to: paths.protection(id), label: t("tabProtection") },
    { to: paths.answers(id), label: t("tabAnswers") },
  ];
  const part = isLinking ? t("link") : tabs.findLast(({ to }) => path.startsWith(to))?.label;
  return (
    <Page
      title={name}
      isTitleTheirs
      windowTitle={`${part ?? ""} · ${name}`}
      back={
        <Link to={paths.instances()}>
          <ArrowLeft aria-hidden="true" /> {t("all")}
        </Link>
      }
      intro={
        <>
          <Badge tone={toneOf(instance)}>{c(`status_${status}`)}</Badge>{" "}
          {phone ? <bdi dir="ltr">{shownPhone(phone)}</bdi> : <UserText>{t("noPhone")}</UserText>}
        </>
      }
      actions={
        !isLinking && mayLink && status !== "stopped" ? (
          <LinkButton to={paths.link(id)} kind="primary" icon={<QrCode aria-hidden="true" />}>
            {t("link")}
          </LinkButton>
        ) : null
      }
    >
      <LinkTabs label={t("tabs")} tabs={tabs} />
      <Outlet />
    </Page>
  );
}
