import { useQuery } from "@tanstack/react-query";
import { agentQuery, autoReplyQuery, menuQuery } from "../../api/answers.ts";
import { Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { useInstance } from "../instances/use-instance.ts";
import { AgentForm } from "./AgentForm.tsx";
import { AutoReplyForm } from "./AutoReplyForm.tsx";
import { MenuForm } from "./MenuForm.tsx";
import { TryOut } from "./TryOut.tsx";

/** What answers by itself, in its order: menu, AI agent, auto-reply; and a try-out of all three. */
export function AnswersPage() {
  const t = useWords("answers");
  const { id } = useInstance();
  const menu = useQuery(menuQuery(id));
  const agent = useQuery(agentQuery(id));
  const reply = useQuery(autoReplyQuery(id));
  const failed = [menu, agent, reply].find(({ error, data }) => error && !data);
  if (failed) return <Failure error={failed.error} onRetry={failed.refetch} />;
  if (!menu.data || !agent.data || !reply.data) return <Skeleton />;
  return (
    <>
      <Section title={t("title")} intro={t("intro")}>
        <TryOut id={id} />
      </Section>
      <Section title={t("menuTitle")} intro={t("menuIntro")}>
        <MenuForm id={id} menu={menu.data} />
      </Section>
      <Section title={t("agentTitle")} intro={t("agentIntro")}>
        <AgentForm id={id} agent={agent.data} />
      </Section>
      <Section title={t("replyTitle")} intro={t("replyIntro")}>
        <AutoReplyForm id={id} reply={reply.data} />
      </Section>
    </>
  );
}
