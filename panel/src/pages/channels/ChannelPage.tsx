import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { MessageSquareText, Pencil, RadioTower } from "lucide-react";
import { useState } from "react";
import type { Channel } from "../../../../core/contracts/channels/channel.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { channelQuery, channelReads, deleteChannel, followChannel } from "../../api/channels.ts";
import { ApiFailure } from "../../api/client.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { ChannelPosts } from "./ChannelPosts.tsx";
import css from "./Channels.module.css";

const ChannelForm = lazyPart(() => import("../../forms/channel-form.tsx"), "ChannelForm");

/** The page of one channel, with its details and newest posts. */
export function ChannelPage() {
  const t = useWords("channels");
  const { instance = "", channel: id = "" } = useParams({ strict: false });
  const { data: channel, error, refetch } = useQuery(channelQuery(instance, id));
  const number = useQuery(instancesQuery()).data?.find((one) => one.id === instance);
  const isGone = error instanceof ApiFailure && error.status === 404;
  const canWrite = channel?.role === "owner" || channel?.role === "admin";
  return (
    <Page
      title={channel?.name ?? t("name")}
      isTitleTheirs={channel !== undefined}
      intro={channel ? t("followerCount", { n: channel.subscribers }) : null}
      back={
        <Link to={paths.channels()} search={{ number: instance }} className={css.back}>
          {t("back")}
        </Link>
      }
      actions={
        canWrite ? (
          <LinkButton kind="primary" to={paths.chat(instance, id)} icon={<MessageSquareText aria-hidden="true" />}>
            {t("write")}
          </LinkButton>
        ) : null
      }
    >
      {isGone ? (
        <EmptyState
          icon={<RadioTower />}
          title={t("gone")}
          action={<LinkButton to={paths.channels()}>{t("back")}</LinkButton>}
        />
      ) : null}
      {error && !isGone && !channel ? <Failure error={error} onRetry={refetch} /> : null}
      {!channel && !error ? <Skeleton lines={6} /> : null}
      {channel && number ? (
        <>
          <About channel={channel} number={number} />
          <ChannelPosts channel={channel} number={number} />
          {channel.role === null ? null : <Leaving channel={channel} number={number} />}
        </>
      ) : null}
    </Page>
  );
}

function About({ channel, number }: { channel: Channel; number: Instance }) {
  const t = useWords("channels");
  const [isChanging, change] = useState(false);
  const refusal = useCan()("channel.change", number);
  const isOwn = channel.role === "owner" || channel.role === "admin";
  const facts = [
    [
      t("description"),
      channel.description === null ? (
        <span key="none" className={css.faint}>
          {t("noDescription")}
        </span>
      ) : (
        <span key="text" className={css.text}>
          <UserText>{channel.description}</UserText>
        </span>
      ),
    ],
    [
      t("number"),
      <UserText key="number" isName>
        {number.name}
      </UserText>,
    ],
    [t("role"), channel.role === null ? t("notFollowed") : t(`role_${channel.role}`)],
    ...(channel.verified ? [[t("verified"), t("verifiedText")] as const] : []),
    [
      t("id"),
      <code key="id" className={css.id}>
        {channel.id}
      </code>,
    ],
  ] as const;
  return (
    <Section
      title={t("about")}
      actions={
        isOwn ? (
          <Button isSmall icon={<Pencil aria-hidden="true" />} disabledReason={refusal} onPress={() => change(true)}>
            {t("change")}
          </Button>
        ) : null
      }
    >
      <Card>
        <FactList facts={facts} />
        {channel.invite_link === null ? null : <CopyField label={t("link")} value={channel.invite_link} />}
      </Card>
      {isChanging ? <ChannelForm number={number} channel={channel} onClose={() => change(false)} /> : null}
    </Section>
  );
}

/** The button that deletes a channel if the number owns it, and otherwise stops following it. */
function Leaving({ channel, number }: { channel: Channel; number: Instance }) {
  const t = useWords("channels");
  const navigate = useNavigate();
  const [isAsked, ask] = useState(false);
  const refusal = useCan()("channel.change", number);
  const { name } = channel;
  const isOwner = channel.role === "owner";
  const leave = useChange({
    send: async () => {
      await (isOwner ? deleteChannel(number.id, channel.id) : followChannel(number.id, channel.id, false));
    },
    said: t(isOwner ? "deleted" : "unfollowed", { name }),
    onDone: () => navigate({ to: paths.channels(), search: { number: number.id } as never }),
    renews: [channelReads(number.id)[0] ?? "channels.list"],
    isLeaving: true,
  });
  return (
    <div>
      <Button kind="danger" disabledReason={refusal} onPress={() => ask(true)}>
        {t(isOwner ? "delete" : "unfollow")}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t(isOwner ? "deleteTitle" : "unfollowTitle", { name })}
          confirmLabel={t(isOwner ? "delete" : "unfollow")}
          onClose={() => ask(false)}
          change={leave}
        >
          {t(isOwner ? "deleteText" : "unfollowText", { number: number.name })}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
