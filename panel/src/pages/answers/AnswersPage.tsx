import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { agentQuery, autoReplyQuery, menuQuery } from "../../api/answers.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import tabCss from "../../ui/Tabs.module.css";
import { useWords } from "../../words/use-words.ts";
import { useInstance } from "../instances/use-instance.ts";
import { AgentForm } from "./AgentForm.tsx";
import css from "./Answers.module.css";
import { AutoReplyForm } from "./AutoReplyForm.tsx";
import { MenuForm } from "./MenuForm.tsx";
import { isSameMenu, type MenuDraft, menuText } from "./menu-edits.ts";
import { PhoneTry } from "./PhoneTry.tsx";

const PARTS = ["menu", "agent", "reply"] as const;
const FILTERS = ["part"] as const;

/**
 * Everything that can answer automatically, in order of precedence: the menu, the AI agent and the auto-reply. All
 * three can be tried out on a simulated phone.
 */
export function AnswersPage() {
  const t = useWords("answers");
  const { id } = useInstance();
  const menu = useQuery(menuQuery(id));
  const agent = useQuery(agentQuery(id));
  const reply = useQuery(autoReplyQuery(id));
  const [{ part }] = useUrlFilters(FILTERS);
  const [draft, setDraft] = useState<MenuDraft | null>(null);
  const failed = [menu, agent, reply].find(({ error, data }) => error && !data);
  if (failed) return <Failure error={failed.error} onRetry={failed.refetch} />;
  if (!menu.data || !agent.data || !reply.data) return <Skeleton />;
  const shown = PARTS.find((one) => one === part) ?? "menu";
  const tabs = [
    { part: "menu", isOn: menu.data.enabled, isBad: false },
    { part: "agent", isOn: agent.data.enabled, isBad: agent.data.state === "error" },
    { part: "reply", isOn: reply.data.enabled, isBad: false },
  ] as const;
  return (
    <Section title={t("title")} intro={t("intro")} guide="answers">
      <div className={css.columns}>
        <div className={css.parts}>
          <nav aria-label={t("parts")} className={tabCss.tabs}>
            {tabs.map((one) => (
              <Link
                key={one.part}
                to="."
                search={{ part: one.part }}
                className={tabCss.tab}
                aria-current={shown === one.part ? "page" : undefined}
                resetScroll={false}
              >
                {t(`${one.part}Title`)}{" "}
                <Badge tone={one.isBad ? "bad" : one.isOn ? "good" : "quiet"}>
                  {t(one.isBad ? "stateBad" : one.isOn ? "stateOn" : "stateOff")}
                </Badge>
              </Link>
            ))}
          </nav>
          <Part name="menu" shown={shown}>
            <MenuForm id={id} menu={menu.data} onDraft={setDraft} />
          </Part>
          <Part name="agent" shown={shown}>
            <AgentForm id={id} agent={agent.data} />
          </Part>
          <Part name="reply" shown={shown}>
            <AutoReplyForm id={id} reply={reply.data} />
          </Part>
        </div>
        <PhoneTry
          key={id}
          id={id}
          menu={menu.data}
          isUnsaved={draft !== null && !isSameMenu(draft, menu.data)}
          preview={shown === "menu" ? menuText(draft ?? menu.data) : null}
        />
      </div>
    </Section>
  );
}

type PartName = (typeof PARTS)[number];

/** A form that keeps what was typed while another form is shown. */
function Part({ name, shown, children }: { name: PartName; shown: PartName; children: ReactNode }) {
  const t = useWords("answers");
  return (
    <div hidden={name !== shown} className={css.part}>
      <p className={css.quiet}>{t(`${name}Intro`)}</p>
      {children}
    </div>
  );
}
