import { FileDown, FileX } from "lucide-react";
import { useContext, useState } from "react";
import type { Message } from "../../../../../core/contracts/message.ts";
import { fileName, fileSize, fileView } from "../../../files/file-view.ts";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import { AudioPlayer } from "./AudioPlayer.tsx";
import css from "./MessageFile.module.css";
import { PictureViewerContext } from "./picture-viewer-context.ts";

/**
 * A message's file. Bitmap images are shown, videos and audio can be played, and everything else is offered as a
 * download.
 */
export function MessageFile({ message, name }: { message: Message; name: string }) {
  const t = useWords("chats");
  // Each response has a new link to the same file. Keep the first one, so the file isn't loaded again.
  const [first, setFirst] = useState({ id: message.id, url: message.media?.url ?? null });
  if (first.url === null && message.media) setFirst({ id: message.id, url: message.media.url });
  const { media } = message;
  const url = first.url ?? media?.url;
  const [isBroken, setBroken] = useState(false);
  const openViewer = useContext(PictureViewerContext);
  if (!media || !url || !/^https?:\/\//.test(url)) return <Gone />;
  const view = isBroken || message.type === "document" ? "download" : fileView(media.mimetype);
  if (view === "picture") {
    const alt = message.direction === "out" ? t("pictureOwn") : t("picture", { name });
    return (
      <button type="button" className={css.picture} title={t("openPicture")} onClick={() => openViewer(message.id)}>
        <img
          src={url}
          alt={alt}
          loading="lazy"
          className={message.type === "sticker" ? css.sticker : undefined}
          onError={() => setBroken(true)}
        />
      </button>
    );
  }
  if (view === "video")
    return (
      // biome-ignore lint/a11y/useMediaCaption: people send none
      <video
        className={css.video}
        src={url}
        controls
        preload="metadata"
        aria-label={t("video")}
        onError={() => setBroken(true)}
      />
    );
  if (view === "audio") return <AudioPlayer url={url} onBroken={() => setBroken(true)} />;
  return <Download url={url} media={media} />;
}

function Gone() {
  const t = useWords("chats");
  return (
    <p className={css.fileGone}>
      <FileX aria-hidden="true" />
      {t("fileGone")}
    </p>
  );
}

function Download({ url, media }: { url: string; media: NonNullable<Message["media"]> }) {
  const t = useWords("chats");
  const { locale } = useCatalogs();
  const pieces = fileName(media.filename);
  const size = media.size_bytes === null ? null : fileSize(media.size_bytes, locale);
  return (
    <a href={url} download target="_blank" rel="noopener noreferrer nofollow" className={css.file}>
      <FileDown aria-hidden="true" />
      <span className="hidden-visually">{t("download")}</span>
      <span className={css.fileText}>
        <bdi dir="auto" className={css.fileName}>
          <span className={css.stem}>{pieces?.stem ?? t("unnamedFile")}</span>
          <span className={css.ending}>{pieces?.ending}</span>
        </bdi>
        <span className={css.faint}>{[media.mimetype, size].filter((one) => one !== null).join(" · ")}</span>
      </span>
    </a>
  );
}
