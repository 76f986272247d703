import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, RadioTower } from "lucide-react";
import { useState } from "react";
import type { Channel } from "../../../../core/contracts/channels/channel.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { channelsQuery } from "../../api/channels.ts";
import { paths } from "../../paths.ts";
import { NumberPage } from "../../shell/NumberPage.tsx";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Channels.module.css";

const ChannelForm = lazyPart(() => import("../../forms/channel-form.tsx"), "ChannelForm");
const FollowChannel = lazyPart(() => import("../../forms/follow-channel.tsx"), "FollowChannel");

/** The page listing the channels that a number owns or follows. */
export function ChannelsPage() {
  const t = useWords("channels");
  return (
    <NumberPage title={t("title")} intro={t("intro")} actions={(number) => <Additions number={number} />}>
      {(number) => <ChannelsOf key={number.id} number={number} />}
    </NumberPage>
  );
}

function Additions({ number }: { number: Instance }) {
  const t = useWords("channels");
  const refusal = useCan()("channel.change", number);
  const [open, setOpen] = useState<"create" | "follow" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button disabledReason={refusal} onPress={() => setOpen("follow")}>
        {t("follow")}
      </Button>
      <Button
        kind="primary"
        icon={<Plus aria-hidden="true" />}
        disabledReason={refusal}
        onPress={() => setOpen("create")}
      >
        {t("create")}
      </Button>
      {open === "create" ? <ChannelForm number={number} channel={null} onClose={close} /> : null}
      {open === "follow" ? <FollowChannel number={number} onClose={close} /> : null}
    </>
  );
}

function ChannelsOf({ number }: { number: Instance }) {
  const t = useWords("channels");
  const { data: channels, error, refetch } = useQuery(channelsQuery(number.id));
  if (!channels) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={6} />;
  if (channels.length === 0)
    return (
      <EmptyState icon={<RadioTower />} title={t("emptyTitle")}>
        {t("emptyText")}
      </EmptyState>
    );
  const columns: Column<Channel>[] = [
    {
      id: "name",
      title: t("name"),
      cell: (channel) => (
        <Link to={paths.channel(number.id, channel.id)}>
          <UserText isName>{channel.name}</UserText>
        </Link>
      ),
    },
    {
      id: "role",
      title: t("role"),
      cell: ({ role }) =>
        role === null ? <span className={css.faint}>{t("notFollowed")}</span> : <Badge>{t(`role_${role}`)}</Badge>,
    },
    { id: "followers", title: t("followers"), isNumber: true, cell: ({ subscribers }) => subscribers },
  ];
  return <Table label={t("list", { name: number.name })} columns={columns} rows={channels} keyOf={({ id }) => id} />;
}
