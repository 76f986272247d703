import { useQuery } from "@tanstack/react-query";
import type { Channel } from "../../../../core/contracts/channels/channel.ts";
import type { ChannelPost } from "../../../../core/contracts/channels/channel-post.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { postsQuery } from "../../api/channels.ts";
import { Card, Section } from "../../ui/Page.tsx";
import { Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Channels.module.css";

/** A channel's newest posts with their views and reactions, fetched from the network. */
export function ChannelPosts({ channel, number }: { channel: Channel; number: Instance }) {
  const t = useWords("channels");
  const isWorking = number.status === "working";
  const query = useQuery({ ...postsQuery(number.id, channel.id), enabled: isWorking });
  const { data: posts, error, refetch } = query;
  return (
    <Section title={t("posts")} intro={t("postsText")}>
      {isWorking ? null : <Notice>{t("notConnected")}</Notice>}
      {isWorking && !posts ? error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={4} /> : null}
      {posts?.length === 0 ? <p className={css.faint}>{t("noPosts")}</p> : null}
      {posts && posts.length > 0 ? (
        <ol className={css.posts}>
          {posts.map((post) => (
            <li key={post.id}>
              <Card>
                <Post post={post} />
              </Card>
            </li>
          ))}
        </ol>
      ) : null}
    </Section>
  );
}

function Post({ post }: { post: ChannelPost }) {
  const t = useWords("channels");
  const reactions = post.reactions.map(({ emoji, count }) => `${emoji} ${count}`).join("  ");
  return (
    <>
      {post.media ? <p className={css.faint}>{t(fileWord(post.media.mimetype))}</p> : null}
      {post.text === null ? null : (
        <p className={css.text}>
          <UserText>{post.text}</UserText>
        </p>
      )}
      {post.text === null && post.media === null ? <p className={css.faint}>{t("otherKind")}</p> : null}
      <p className={css.faint}>
        <Time at={post.created_at} /> · {t("views", { n: post.views })}
        {reactions === "" ? null : ` · ${reactions}`}
      </p>
    </>
  );
}

const fileWord = (mimetype: string) => {
  const kind = mimetype.split("/")[0];
  return kind === "image" || kind === "video" || kind === "audio" ? (`kind_${kind}` as const) : "kind_document";
};
