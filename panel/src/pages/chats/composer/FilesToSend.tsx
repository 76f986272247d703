import { FileAudio, FileText, FileVideo, Image, X } from "lucide-react";
import { mediaTypeOf } from "../../../files/file-bytes.ts";
import { fileSize, fileView, shownName } from "../../../files/file-view.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import { type DraftFile, messagesOf } from "../rules/draft.ts";
import { COMPOSER_ID } from "../use-chat-keys.ts";
import type { useDraft } from "../use-drafts.ts";
import css from "./Extras.module.css";

/** The draft's files in sending order, each with a preview. */
export function FilesToSend({ drafting: { draft, change } }: { drafting: ReturnType<typeof useDraft> }) {
  const t = useWords("composer");
  const chats = useWords("chats");
  const { locale } = useCatalogs();
  const messages = messagesOf(draft);
  const hint = messages.length > 1 ? [t("manyMessages", { n: messages.length })] : [];
  if (hint.length > 0 && draft.text.trim() !== "")
    hint.push(t(messages[0].files.length === 0 ? "textApart" : "textWithFirst"));
  return (
    <div className={css.files}>
      <ul role="list" className={css.list} aria-label={t("filesToSend")}>
        {draft.files.map((file) => {
          const name = file.isVoice ? t("voice") : (shownName(file.file.name) ?? chats("unnamedFile"));
          return (
            <li key={file.id} className={css.extra}>
              <Preview of={file} />
              <div className={css.text}>
                <p className={css.title}>
                  <bdi dir="auto">{name}</bdi>
                </p>
                {file.file.size === 0 ? null : <p>{fileSize(file.file.size, locale)}</p>}
              </div>
              <IconButton
                isSmall
                label={t("removeFile", { name })}
                icon={<X aria-hidden="true" />}
                onPress={() => {
                  change({ files: draft.files.filter(({ id }) => id !== file.id) });
                  document.getElementById(COMPOSER_ID)?.focus();
                }}
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className={css.hint}>
        {hint.join(" ")}
      </p>
    </div>
  );
}

const ICONS = { picture: Image, video: FileVideo, audio: FileAudio, download: FileText };

/** Shows the image itself if its content is available, otherwise an icon for the kind of file. */
function Preview({ of }: { of: DraftFile }) {
  const view = fileView(mediaTypeOf(of.file));
  const link = of.saved === undefined ? of.base64 && `data:${of.file.type};base64,${of.base64}` : of.link;
  if (view === "picture" && link !== null) return <img className={css.thumb} src={link} alt="" />;
  const Icon = ICONS[view];
  return <Icon className={css.kind} aria-hidden="true" />;
}
